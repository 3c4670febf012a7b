import { retryJob } from '../domain/access/retry-job.ts'
import type { FailedJob } from '../platform/jobs.ts'
import { builder } from './builder.ts'
import { checkedLimit, limitArg } from './connections.ts'
import { toManageAccess } from './permissions.ts'

const FailedJobRef = builder.objectRef<FailedJob>('FailedJob').implement({
  description: 'A job that failed every time it was tried',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the job' }),
    name: t.exposeString('name', { description: 'Of its queue' }),
    subject: t.string({ description: 'Ids of what it is about, as JSON', resolve: ({ data }) => JSON.stringify(data) }),
    failedAt: t.expose('failedAt', { description: 'When it was last tried', type: 'DateTime' }),
  }),
})

builder.queryFields((t) => ({
  failedJobs: t.field({
    type: [FailedJobRef],
    authScopes: toManageAccess,
    description: 'Jobs that failed every time they were tried, newest first',
    args: { limit: t.arg.int(limitArg(100)) },
    resolve: async (_root, args, { jobs }) => (await jobs.failed()).slice(0, checkedLimit(args)),
  }),
}))

builder.relayMutationField(
  'retryJob',
  {
    description: 'What `retryJob` takes',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'The job, as `failedJobs` names it' }) }),
  },
  {
    authScopes: toManageAccess,
    nullable: true,
    description: 'Puts a failed job back into its queue',
    resolve: async (_root, { input: { id } }, { work, jobs }) => {
      await retryJob(work, jobs, id)
      return { jobId: id }
    },
  },
  {
    description: 'What `retryJob` gives',
    outputFields: (t) => ({ jobId: t.id({ description: 'The job that waits for another try', resolve: ({ jobId }) => jobId }) }),
  },
)
