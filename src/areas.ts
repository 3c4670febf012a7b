import { accessEvents } from './domain/access/events.ts'
import { accessQueues } from './domain/access/queues.ts'
import { accessSealedColumns } from './domain/access/sealed-columns.ts'
import { benefitsEvents } from './domain/benefits/events.ts'
import { paCaseFigures } from './domain/benefits/pa-cases/case-figures.ts'
import { benefitsQueues } from './domain/benefits/queues.ts'
import { benefitsSealedColumns } from './domain/benefits/sealed-columns.ts'
import { verificationFigures } from './domain/benefits/verification/verification-figures.ts'
import { chatEvents } from './domain/chat/events.ts'
import { chatQueues } from './domain/chat/queues.ts'
import { chatSealedColumns } from './domain/chat/sealed-columns.ts'
import { integrationsSealedColumns } from './domain/integrations/sealed-columns.ts'
import { libraryQueues } from './domain/library/queues.ts'
import { patientEvents } from './domain/patients/events.ts'
import { patientFigures } from './domain/patients/patient-figures.ts'
import { patientsSealedColumns } from './domain/patients/sealed-columns.ts'
import { safetyEvents } from './domain/safety/events.ts'
import { safetySealedColumns } from './domain/safety/reporting/sealed-columns.ts'
import { callFigures } from './domain/voice/call-figures.ts'
import { voiceEvents } from './domain/voice/events.ts'
import { voiceQueues } from './domain/voice/queues.ts'
import { voiceSealedColumns } from './domain/voice/sealed-columns.ts'
import { workEvents } from './domain/work/events.ts'
import { workQueues } from './domain/work/queues.ts'
import { pruneEventsQueue } from './platform/event-log/prune-job.ts'
import { resealFieldsQueue } from './platform/field-encryption/reseal-job.ts'
import { sumUpQueue } from './platform/figures/sum-up-job.ts'
import { defineQueue } from './platform/queue.ts'

// What the areas hand to the platform, which names none of it.

/** Once a day: whatever the areas keep for a time only. */
export const pruneQueue = defineQueue<Record<string, never>>('prune', {
  policy: 'stately',
  retryLimit: 2,
  retryDelay: 60,
  expireInSeconds: 900,
})

export const eventKinds = [
  ...accessEvents,
  ...workEvents,
  ...safetyEvents,
  ...patientEvents,
  ...benefitsEvents,
  ...voiceEvents,
  ...chatEvents,
]

export const queues = [
  ...accessQueues,
  ...workQueues,
  ...benefitsQueues,
  ...libraryQueues,
  ...voiceQueues,
  ...chatQueues,
  pruneQueue,
  pruneEventsQueue,
  resealFieldsQueue,
  sumUpQueue,
]

export const sealedColumns = [
  ...accessSealedColumns,
  ...patientsSealedColumns,
  ...benefitsSealedColumns,
  ...voiceSealedColumns,
  ...chatSealedColumns,
  ...safetySealedColumns,
  ...integrationsSealedColumns,
]

export const summedFigures = [callFigures, patientFigures, verificationFigures, paCaseFigures]
