import { builder } from './builder.ts'

export const StaffMember = builder.prismaObject('StaffMember', {
  description: 'A person who works with the service',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Number of the person' }),
    name: t.exposeString('name', { description: 'As the identity provider or a colleague gave it' }),
    email: t.exposeString('email', { nullable: true, description: 'Work email address' }),
  }),
})
