import type { InputFields } from './builder.ts'

/** The input field that makes a creating mutation happen once (docs/contract.md, Idempotency). */
export const requestKey = (t: InputFields) =>
  t.string({
    description:
      'A name of this request, 1 to 255 visible ASCII characters: sent again with it within 24 hours, it gets the first answer. The document then holds no other mutation.',
    extensions: { namesRequest: true },
  })
