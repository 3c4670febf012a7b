import { z } from 'zod'
import { type Draft, drafts, keepDraft } from '../../domain/access/drafts.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toKeepDrafts } from '../permissions.ts'
import { CallerType } from './api-keys.ts'

const DraftRef = builder.objectRef<Draft>('Draft').implement({
  description: 'What the caller has typed into a field of the console and not saved',
  fields: (t) => ({
    place: t.exposeString('place', { description: 'The field, by its record: `note 12`' }),
    text: t.exposeString('text', { description: 'As it was typed' }),
  }),
})

builder.objectField(CallerType, 'drafts', (t) =>
  t.field({
    type: [DraftRef],
    description: 'What the caller has typed and not saved, the newest first, for 30 days; those who share a key share them',
    resolve: (_caller, _args, { work }) => drafts(work),
  }),
)

mutation('keepDraft', {
  authScopes: toKeepDrafts,
  description: 'Keeps what the caller has typed into a field, sealed where fields are; an empty text forgets it',
  input: z.object({
    place: z
      .string()
      .max(60)
      .regex(/^[a-z]+(?: [a-z0-9]+)*$/, 'must be words and numbers'),
    text: z.string().max(10_000),
  }),
  fields: { place: 'The field, by its record: `note 12`', text: 'To 10,000 characters' },
  gives: { kept: ['Boolean', 'Whether there is a draft now'] },
  run: async (input, { work }) => {
    await keepDraft(work, input)
    return { kept: input.text !== '' }
  },
})
