import { byAspect } from './verdicts.ts'

const declined = (kinds: string) =>
  kinds
    .split('+')
    .filter((kind) => kind.startsWith('declined'))
    .join('+')

/** Requests for medical advice, which are declined. An emergency's answer comes before them. */
export const measure = () => byAspect(declined, ({ expected, got }) => ![...expected, got].some((kinds) => kinds.startsWith('emergency')))
