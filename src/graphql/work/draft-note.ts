import { z } from 'zod'
import { Failure } from '../../platform/failure.ts'
import { recordId } from '../../platform/values.ts'
import { builder } from '../builder.ts'
import { refusalOf } from '../context.ts'
import { mutation } from '../mutation.ts'
import { toShareWork } from '../permissions.ts'
import { mustDecide } from './decisions.ts'
import { WorkItem } from './item.ts'

builder.prismaObjectField(WorkItem, 'canDraftNote', (t) =>
  t.boolean({
    description: 'Whether `draftNote` may be asked for a note on it: a model is there for that, and work of its kind comes from words',
    resolve: (item, _args, { notes }) => notes.canDraft(item),
  }),
)

mutation('draftNote', {
  authScopes: toShareWork,
  description:
    'Has a model draft a note on a work item from its record and what was said, without what those do not bear out. The service keeps no draft: `note` of a decision or `noteWorkItem` keeps what is made of it. Takes `patients:read` besides what a decision on the item takes.',
  takes: 'The work item to draft a note on',
  input: z.object({ workItemId: recordId }),
  fields: { workItemId: 'Number of the work item' },
  result: 'A note to look over',
  gives: {
    text: ['String', 'The note, at most five sentences'],
    leftOut: ['Int', 'Sentences of the model that were left out, most of them because nothing bears them out'],
    draftedBy: ['String', 'The model that wrote it'],
  },
  run: async ({ workItemId }, { work, caller, notes, abortSignal, recordRead }) => {
    // Words of calls and conversations are behind it.
    if (!caller.scopes.has('patients:read')) throw new Failure('FORBIDDEN', refusalOf(caller))
    await mustDecide(caller, work, workItemId)
    const { reads, ...draft } = await notes.draft(work, workItemId, abortSignal)
    for (const read of reads) recordRead(read)
    return draft
  },
})
