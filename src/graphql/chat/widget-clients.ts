import { z } from 'zod'
import { archiveWidgetClient, createWidgetClient, updateWidgetClient } from '../../domain/access/widget-clients.ts'
import { builder } from '../builder.ts'
import { list, pagesOf } from '../lists.ts'
import { mutation } from '../mutation.ts'
import { toKeepLibrary } from '../permissions.ts'
import { requestKey } from '../request-key.ts'
import { createWidgetClientInput, updateWidgetClientInput } from './input.ts'

const WidgetClient = builder.prismaObject('WidgetClient', {
  description: 'A site with the widget: how it looks, from where it may be used, whom it hands over to',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    name: t.exposeString('name', { description: 'As staff call it' }),
    welcomeMessage: t.exposeString('welcomeMessage', { description: 'The first line of the chat' }),
    placeholderText: t.exposeString('placeholderText', { description: 'In the empty input' }),
    primaryColor: t.exposeString('primaryColor', { description: '`#rrggbb`' }),
    allowedOrigins: t.exposeStringList('allowedOrigins', { description: 'Origins of its pages' }),
    supportName: t.exposeString('supportName', { description: 'Who helps where the chat cannot', nullable: true }),
    supportPhone: t.exposeString('supportPhone', { description: 'As it is shown', nullable: true }),
    supportEmail: t.exposeString('supportEmail', { description: 'As it is shown', nullable: true }),
    callbackConsent: t.exposeString('callbackConsent', {
      description: 'What a visitor agrees to who asks to be called back; null where no callbacks are offered',
      nullable: true,
    }),
    contentPages: t.exposeBoolean('contentPages', {
      description: 'Whether sections without a public address may be read at `/content/{id}`, by whoever has that address',
    }),
    createdAt: t.expose('createdAt', { description: 'When it was made', type: 'DateTime' }),
    archivedAt: t.expose('archivedAt', { description: 'When it was taken out of service', type: 'DateTime', nullable: true }),
  }),
})

list('widgetClients', WidgetClient, {
  authScopes: toKeepLibrary,
  description: 'By id; the first is the one of WIDGET_API_KEY',
  pages: pagesOf(WidgetClient, 'A page of widget clients', 'A client of a page, with its place in the list'),
  orderBy: { id: 'asc' },
  one: { field: 'widgetClient', description: 'A widget client by our number of it; null where there is none' },
})

const fields = {
  name: 'What it is called',
  welcomeMessage: 'The first line of the chat',
  placeholderText: 'In the empty input',
  primaryColor: '`#rrggbb`',
  allowedOrigins: 'For example https://care.example.com',
  supportName: 'Who helps where the chat cannot',
  supportPhone: 'As it is to be shown',
  supportEmail: 'An address to write to',
  callbackConsent: 'What a visitor agrees to who asks to be called back. `null` offers no callbacks. Default: our wording',
  contentPages: 'Whether sections without a public address may be read at `/content/{id}`. Default true',
}
const gives = { widgetClient: [WidgetClient, 'The client as it now stands'] } as const

mutation('createWidgetClient', {
  authScopes: toKeepLibrary,
  description: 'Its keys are made by `createApiKey` with `widgetClientId`',
  input: createWidgetClientInput,
  fields: { ...fields, requestKey },
  gives,
  run: async (input, { work }) => ({ widgetClient: await createWidgetClient(work, input) }),
})

mutation('updateWidgetClient', {
  authScopes: toKeepLibrary,
  description: 'Changes the fields that are given',
  takes: 'Absent leaves a field as it is. `null` takes a support contact or the offer of callbacks away.',
  input: updateWidgetClientInput.extend({ id: z.int() }),
  fields: { id: 'Our number of the record', ...fields },
  gives,
  run: async ({ id, ...changes }, { work }) => ({ widgetClient: await updateWidgetClient(work, id, changes) }),
})

mutation('archiveWidgetClient', {
  authScopes: toKeepLibrary,
  description: 'Takes a client out of service: its keys are revoked for good, its conversations stay until they are pruned',
  input: z.object({ id: z.int() }),
  fields: { id: 'Our number of the record' },
  gives,
  run: async ({ id }, { work }) => ({ widgetClient: await archiveWidgetClient(work, id) }),
})
