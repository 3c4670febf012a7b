import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { Library } from '../library/library.ts'
import type { Sensed } from '../safety/signs/emergency-classifier.ts'
import type { KeptAnswers } from './answer/model/kept-answers.ts'
import type { ModelPatience } from './answer/model/model-answer.ts'
import type { Assessment } from './policy/assess-message.ts'

/** What answers a message besides its words. */
export interface ChatDependencies {
  library: Pick<Library, 'find' | 'medicines' | 'isFirstReading'>
  /** Undefined: answers are put together from the library's own sentences. */
  model: ChatModel | undefined
  /** Looks for danger and adverse events beside the readers here; undefined: these look alone. */
  safetyModel: ChatModel | undefined
  patience: ModelPatience
  kept: KeptAnswers
  /** Whether a message sounds of danger that the rules did not see (`safety/signs/emergency-classifier.ts`). */
  soundsLikeEmergency: (message: string, visitor: string, of?: Sensed) => Promise<boolean>
  /** Whether a message that would have been refused gets its fixed answer alone. */
  isFixedOnly: boolean
  /** What a person of the staff writes to the message, who has the conversation, behind what the answer says `before`; undefined where they fall silent. Absent where nobody has it. */
  awaitPerson?: ((before: string, signal: AbortSignal) => Promise<string | undefined>) | undefined
  /** Opens a case for what a model saw in the message and the rules did not. */
  report: (told: Assessment) => Promise<void>
  log: Log
}
