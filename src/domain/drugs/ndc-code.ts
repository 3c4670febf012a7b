import { asSent, text } from '../../platform/values.ts'

const ndc = /^(\d{10,11}|\d{4,5}-\d{3,4}-\d{1,2})$/
/** National Drug Code: labeler, product and package; 10 or 11 digits, with or without hyphens (21 CFR 207.33). */
export const ndcCode = text(13)
  .regex(ndc, 'must be a National Drug Code such as 0074-4339-02')
  .meta({ description: 'A National Drug Code, such as 0074-4339-02', ...asSent(ndc) })
