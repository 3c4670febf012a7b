import { archiveWidgetClient, createWidgetClient, updateWidgetClient } from '../domain/access/widget-clients.ts'
import { validate } from '../platform/validate.ts'
import { builder, type InputFields } from './builder.ts'
import { createWidgetClientInput, updateWidgetClientInput } from './chat-input.ts'
import { toKeepLibrary } from './permissions.ts'
import { requestKey } from './request-key.ts'

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
    contentPages: t.exposeBoolean('contentPages', {
      description: 'Whether sections without a public address may be read at `/content/{id}`, by whoever has that address',
    }),
    createdAt: t.expose('createdAt', { description: 'When it was made', type: 'DateTime' }),
    archivedAt: t.expose('archivedAt', { description: 'When it was taken out of service', type: 'DateTime', nullable: true }),
  }),
})

const WidgetClientConnection = builder.connectionObject(
  { type: WidgetClient, name: 'WidgetClientConnection', description: 'A page of widget clients' },
  { name: 'WidgetClientEdge', description: 'A client of a page, with its place in the list' },
)

builder.queryFields((t) => ({
  widgetClient: t.prismaField({
    type: WidgetClient,
    nullable: true,
    authScopes: toKeepLibrary,
    description: 'A widget client by our number of it; null where there is none',
    args: { id: t.arg.int({ required: true, description: 'Our number of it' }) },
    resolve: (query, _root, { id }, { work }) => work.session.prisma.widgetClient.findUnique({ ...query, where: { id } }),
  }),
  widgetClients: t.prismaConnection(
    {
      type: WidgetClient,
      cursor: 'id',
      authScopes: toKeepLibrary,
      description: 'By id; the first is the one of WIDGET_API_KEY',
      totalCount: (_parent, _args, { work }) => work.session.prisma.widgetClient.count(),
      resolve: (query, _root, _args, { work }) => work.session.prisma.widgetClient.findMany({ ...query, orderBy: { id: 'asc' } }),
    },
    WidgetClientConnection,
  ),
}))

const look = (t: InputFields) => ({
  welcomeMessage: t.string({ description: 'The first line of the chat' }),
  placeholderText: t.string({ description: 'In the empty input' }),
  primaryColor: t.string({ description: '`#rrggbb`' }),
  allowedOrigins: t.stringList({ description: 'For example https://care.example.com' }),
  supportName: t.string({ description: 'Who helps where the chat cannot' }),
  supportPhone: t.string({ description: 'As it is to be shown' }),
  supportEmail: t.string({ description: 'An address to write to' }),
  contentPages: t.boolean({ description: 'Whether sections without a public address may be read at `/content/{id}`. Default true' }),
})

builder.relayMutationField(
  'createWidgetClient',
  {
    description: 'What `createWidgetClient` takes',
    inputFields: (t) => ({ name: t.string({ required: true, description: 'What it is called' }), ...look(t), requestKey: requestKey(t) }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: 'Its keys are made by `createApiKey` with `widgetClientId`',
    resolve: async (_root, { input }, { work }) => ({
      widgetClient: await createWidgetClient(work, validate(createWidgetClientInput, input)),
    }),
  },
  {
    description: 'What `createWidgetClient` gives',
    outputFields: (t) => ({
      widgetClient: t.field({
        type: WidgetClient,
        description: 'The client as it now stands',
        resolve: ({ widgetClient }) => widgetClient,
      }),
    }),
  },
)

builder.relayMutationField(
  'updateWidgetClient',
  {
    description: 'Absent leaves a field as it is. `null` takes a support contact away.',
    inputFields: (t) => ({
      id: t.int({ required: true, description: 'Our number of the record' }),
      name: t.string({ description: 'What it is called' }),
      ...look(t),
    }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: 'Changes the fields that are given',
    resolve: async (_root, { input: { id, ...changes } }, { work }) => ({
      widgetClient: await updateWidgetClient(work, id, validate(updateWidgetClientInput, changes)),
    }),
  },
  {
    description: 'What `updateWidgetClient` gives',
    outputFields: (t) => ({
      widgetClient: t.field({
        type: WidgetClient,
        description: 'The client as it now stands',
        resolve: ({ widgetClient }) => widgetClient,
      }),
    }),
  },
)

builder.relayMutationField(
  'archiveWidgetClient',
  {
    description: 'What `archiveWidgetClient` takes',
    inputFields: (t) => ({ id: t.int({ required: true, description: 'Our number of the record' }) }),
  },
  {
    authScopes: toKeepLibrary,
    nullable: true,
    description: 'Takes a client out of service: its keys are revoked for good, its conversations stay until they are pruned',
    resolve: async (_root, { input: { id } }, { work }) => ({ widgetClient: await archiveWidgetClient(work, id) }),
  },
  {
    description: 'What `archiveWidgetClient` gives',
    outputFields: (t) => ({
      widgetClient: t.field({
        type: WidgetClient,
        description: 'The client as it now stands',
        resolve: ({ widgetClient }) => widgetClient,
      }),
    }),
  },
)
