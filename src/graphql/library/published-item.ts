import type { Caller } from '../../domain/access/caller.ts'
import { firstClientId } from '../../domain/access/widget-clients.ts'
import { type PublishedItem as Published, publishedItem } from '../../domain/library/own-page.ts'
import { validate } from '../../platform/validate.ts'
import { builder } from '../builder.ts'
import { toUseWidget } from '../permissions.ts'
import { ContentItemRef } from './content-item.ts'
import { contentId } from './input.ts'

/** Who reads `/content/{id}`: anybody, without a key. The face runs its one document in this name, and nothing else. */
export const publicReader: Caller = {
  id: 'content-page',
  owner: 'content-page',
  scopes: new Set(['widget']),
  widgetClientId: firstClientId,
  staffMemberId: null,
}

const PublishedItem = builder.objectRef<Published>('PublishedItem').implement({
  description: 'A section as our own page of it shows it, with its neighbours',
  fields: (t) => ({
    item: t.expose('item', { type: ContentItemRef, description: 'The section' }),
    place: t.exposeInt('place', { description: 'Its place among the sections of its source, from 1' }),
    count: t.exposeInt('count', { description: 'How many sections its source has' }),
    previous: t.expose('previous', { type: ContentItemRef, nullable: true, description: 'The section before it in its source' }),
    next: t.expose('next', { type: ContentItemRef, nullable: true, description: 'The section after it in its source' }),
  }),
})

builder.queryField('publishedItem', (t) =>
  t.field({
    type: PublishedItem,
    nullable: true,
    authScopes: toUseWidget,
    description:
      'A section as `/content/{id}` shows it to whoever has that address; null where there is none, or where no widget client allows such pages (`contentPages`)',
    args: { id: t.arg.id({ required: true, description: 'UUID of the section' }) },
    resolve: (_root, { id }, { work }) => publishedItem(work.session, validate(contentId, id)),
  }),
)
