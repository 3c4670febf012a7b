import { z } from 'zod'
import { retryJob } from '../domain/access/retry-job.ts'
import type { FailedJob } from '../platform/jobs.ts'
import { builder } from './builder.ts'
import { checkedLimit, limitArg } from './connections.ts'
import { mutation } from './mutation.ts'
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

mutation('retryJob', {
  authScopes: toManageAccess,
  description: 'Puts a failed job back into its queue',
  input: z.object({ id: z.string() }),
  fields: { id: ['ID', 'The job, as `failedJobs` names it'] },
  gives: { jobId: ['ID', 'The job that waits for another try'] },
  run: async ({ id }, { work, jobs }) => {
    await retryJob(work, jobs, id)
    return { jobId: id }
  },
})
