import { archiveWidgetClient, createWidgetClient, updateWidgetClient } from '../domain/access/widget-clients.ts'
import { validate } from '../platform/validate.ts'
import { builder } from './builder.ts'
import { createWidgetClientInput, updateWidgetClientInput } from './chat-input.ts'
import { toKeepLibrary } from './permissions.ts'

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
    createdAt: t.expose('createdAt', { description: 'When it was made', type: 'DateTime' }),
    archivedAt: t.expose('archivedAt', { description: 'When it was taken out of service', type: 'DateTime', nullable: true }),
  }),
})

const WidgetClientInput = builder.inputType('WidgetClientInput', {
  fields: (t) => ({
    name: t.string({ description: 'Needed for a new client' }),
    welcomeMessage: t.string({ description: 'The first line of the chat' }),
    placeholderText: t.string({ description: 'In the empty input' }),
    primaryColor: t.string({ description: '`#rrggbb`' }),
    allowedOrigins: t.stringList({ description: 'For example https://care.example.com' }),
    supportName: t.string({ description: 'Who helps where the chat cannot' }),
    supportPhone: t.string({ description: 'As it is to be shown' }),
    supportEmail: t.string(),
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

builder.mutationFields((t) => ({
  createWidgetClient: t.field({
    type: WidgetClient,
    authScopes: toKeepLibrary,
    description: 'Its keys are made by `createApiKey` with `widgetClientId`',
    args: { input: t.arg({ type: WidgetClientInput, required: true }) },
    resolve: (_root, { input }, { work }) => createWidgetClient(work, validate(createWidgetClientInput, input)),
  }),
  updateWidgetClient: t.field({
    type: WidgetClient,
    authScopes: toKeepLibrary,
    args: { id: t.arg.int({ required: true }), input: t.arg({ type: WidgetClientInput, required: true }) },
    resolve: (_root, { id, input }, { work }) => updateWidgetClient(work, id, validate(updateWidgetClientInput, input)),
  }),
  archiveWidgetClient: t.field({
    type: WidgetClient,
    authScopes: toKeepLibrary,
    description: 'Takes a client out of service: its keys are revoked for good, its conversations stay until they are pruned',
    args: { id: t.arg.int({ required: true }) },
    resolve: (_root, { id }, { work }) => archiveWidgetClient(work, id),
  }),
}))
