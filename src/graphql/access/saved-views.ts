import { z } from 'zod'
import { removeView, savedViews, saveView } from '../../domain/access/saved-views.ts'
import { builder } from '../builder.ts'
import { mutation } from '../mutation.ts'
import { toReadWork } from '../permissions.ts'
import { CallerType } from './api-keys.ts'

const SavedView = builder.prismaObject('SavedView', {
  description: 'A page of the console with its filters, as a person has named it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    name: t.exposeString('name', { description: 'As its owner calls it' }),
    address: t.exposeString('address', { description: 'Path and filters, below /console' }),
  }),
})

builder.objectField(CallerType, 'savedViews', (t) =>
  t.field({
    type: [SavedView],
    description: 'Views that the caller has saved, by name',
    resolve: (_caller, _args, { work }) => savedViews(work),
  }),
)

/** Enums and numbers of records only: what is typed into a search does not belong into an address. */
const address = z
  .string()
  .max(300)
  .regex(/^\/[a-z/-]+(?:\?(?:[a-z]+=[\w-]+(?:&|$))*)?$/, 'must be a page of the console with its filters')

mutation('saveView', {
  authScopes: toReadWork,
  description: 'Keeps a page of the console with its filters under a name. The same name again replaces it.',
  input: z.object({ name: z.string().trim().min(1).max(60), address }),
  fields: { name: 'To 60 characters', address: 'Path and filters, such as /work?kind=callback' },
  gives: { savedView: [SavedView, 'The view as it now stands'] },
  run: async (input, { work }) => ({ savedView: await saveView(work, input) }),
})

mutation('removeView', {
  authScopes: toReadWork,
  description: 'Removes a view of your own',
  input: z.object({ id: z.int() }),
  fields: { id: 'Our number of the view' },
  gives: { savedView: [SavedView, 'The view that was removed'] },
  run: async ({ id }, { work }) => ({ savedView: await removeView(work, id) }),
})
