import { z } from 'zod'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toShareWork } from '../permissions.ts'
import { mustDecide } from './decisions.ts'
import { WorkItem } from './item.ts'

builder.prismaObjectField(WorkItem, 'canDraftNote', (t) =>
  t.boolean({
    description: 'Whether `draftNote` can draft a note on it: a model is there for that, and somebody’s words are behind the work',
    resolve: (item, _args, { notes }) => notes.canDraft(item),
  }),
)

mutation('draftNote', {
  authScopes: toShareWork,
  description:
    'Has a model draft a note on a work item from its record and what was said, without what those do not bear out. Nothing is kept: `note` of a decision or `noteWorkItem` keeps what is made of it.',
  takes: 'The work item to draft a note on',
  input: z.object({ workItemId: recordId }),
  fields: { workItemId: 'Number of the work item' },
  result: 'A note to look over',
  gives: { text: ['String', 'The note'], draftedBy: ['String', 'The model that wrote it'] },
  run: async ({ workItemId }, { work, caller, notes, abortSignal }) => {
    await mustDecide(caller, work, workItemId)
    return notes.draft(work, workItemId, abortSignal)
  },
})
