import type { Session } from '../../platform/database/session.ts'
import type { Events } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { ChatModel } from '../../platform/models/chat-model.ts'
import type { EmbeddingModels } from '../../platform/models/embedding-model.ts'
import { serviceActor, type UnitOfWork, unitOfWorkOfJob } from '../access/unit-of-work.ts'
import type { PatientInsured } from '../patients/patient-insured.ts'
import { createClearinghouse } from '../payers/eligibility/clearinghouse.ts'
import type { EligibilityDriver } from '../payers/eligibility/eligibility.ts'
import { createSandboxPayer } from '../payers/eligibility/sandbox.ts'
import { plansOf, seedPayers } from '../payers/seed-payers.ts'
import type { PayersSettings } from '../payers/settings.ts'
import { type BenefitsSetup, usesSamples } from './benefits-setup.ts'
import { raiseRenewals } from './pa-cases/raise-renewals.ts'
import { embedPolicies } from './policies/embed-policies.ts'
import { ingestPolicy, rereadPolicies } from './policies/ingest-policy.ts'
import { askModelOfUnread, readPolicyByModel } from './policies/read-policy-by-model.ts'
import { addSamplePolicies } from './policies/sample-policies.ts'
import { type PolicySearch, searchPolicies } from './policies/search-policies.ts'
import {
  embedPoliciesQueue,
  ingestPolicyQueue,
  paRenewalsQueue,
  readPolicyByModelQueue,
  sweepVerificationsQueue,
  verifyBenefitsLiveQueue,
  verifyBenefitsQueue,
} from './queues.ts'
import type { BenefitsSettings } from './settings.ts'
import { runVerification } from './verification/run-verification.ts'
import { startVerification } from './verification/start-verification.ts'
import { sweepVerifications } from './verification/sweep-verifications.ts'

interface Dependencies {
  session: Session
  events: Events
  jobs: Jobs
  models: EmbeddingModels
  /** Reads policies beside the rules; undefined: these read alone. */
  policyModel: ChatModel | undefined
  log: Log
  config: BenefitsSettings & PayersSettings & { modelTimeoutSeconds: number }
}

export type BenefitsArea = ReturnType<typeof createBenefitsArea>

/** Benefits verification, prior authorization and policies. */
export function createBenefitsArea({ session, events, jobs, models, policyModel, log, config }: Dependencies) {
  const setup: BenefitsSetup = { driver: driverOf(session, config.eligibility), maxAgeHours: config.verificationMaxAgeHours }
  const workAs = (job: string): UnitOfWork => unitOfWorkOfJob({ session, events, jobs }, job)
  return {
    setup,
    /** Verifies the benefits of a patient who is newly insured or whose insurance changed. */
    onPatientInsured: async (work: UnitOfWork, { patientId, isNew }: PatientInsured): Promise<void> => {
      await startVerification(work, { patientId, trigger: isNew ? 'patient_created' : 'insurance_changed' })
    },
    searchPolicies: (search: PolicySearch) => searchPolicies({ session, models, log }, search, usesSamples(setup)),
    /** Daily maintenance. */
    async prune(): Promise<void> {
      await rereadPolicies({ session, jobs, events })
      if (policyModel) await askModelOfUnread({ session, jobs })
    },
    /** Seeds the payers and registers the jobs: verifications and policies. */
    async start(): Promise<void> {
      if (!setup.driver) log.warn('no payer is connected (ELIGIBILITY_URL): benefits cannot be verified')
      await seedPayers(session)
      for (const queue of [verifyBenefitsQueue, verifyBenefitsLiveQueue]) {
        await jobs.handle(
          queue,
          ({ verificationId }, stopping) => runVerification(workAs(`${queue.name}:${verificationId}`), setup, verificationId, stopping),
          // A payer may take half a minute; a slow one must not hold up the others.
          { concurrency: 6 },
        )
      }
      await jobs.handle(sweepVerificationsQueue, () => sweepVerifications(workAs('sweep-verifications')))
      await jobs.schedule(sweepVerificationsQueue, '*/30 * * * *', {})
      await jobs.handle(paRenewalsQueue, () => raiseRenewals(workAs('pa-renewals')))
      await jobs.schedule(paRenewalsQueue, '5 * * * *', {})
      await jobs.handle(ingestPolicyQueue, ({ documentId }) =>
        ingestPolicy({ session, jobs, events }, documentId, policyModel !== undefined),
      )
      await jobs.handle(readPolicyByModelQueue, async (part, stopping) => {
        const patience = { timeoutMs: config.modelTimeoutSeconds * 1000, retryDelayMs: 1_000 }
        if (policyModel) await readPolicyByModel({ session, events }, policyModel, part, patience, stopping)
      })
      if (policyModel) await askModelOfUnread({ session, jobs })
      await jobs.handle(embedPoliciesQueue, (_data, stopping) => embedPolicies(session, models, stopping))
      if (config.samplePolicies ?? config.eligibility?.driver === 'sandbox')
        await addSamplePolicies({ session, jobs, actor: serviceActor('sample-policies') })
      const unembedded = { vectors: { none: { model: models.configured } } }
      if ((await session.prisma.policySection.count({ where: unembedded })) > 0) await jobs.enqueue(session, embedPoliciesQueue, {})
    },
  }
}

function driverOf(session: Session, eligibility: PayersSettings['eligibility']): EligibilityDriver | undefined {
  if (eligibility?.driver === 'clearinghouse') return createClearinghouse(eligibility)
  return eligibility && createSandboxPayer({ plans: (payerId) => plansOf(session, payerId) })
}
