import type { EmbeddingModels } from '../../src/platform/models/embedding-model.ts'

/** Under load, or without its model, the service searches by words alone: these embed documents and no question. */
export const byWords = (models: EmbeddingModels): EmbeddingModels => ({
  ...models,
  named: (name) => {
    const model = models.named(name)
    const embedQuery = () => Promise.reject(new Error('no vector for a question'))
    return model && { name, embeddings: Object.assign(Object.create(model.embeddings), { embedQuery }) }
  },
})
