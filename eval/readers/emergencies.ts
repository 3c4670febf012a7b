import { byAspect } from './verdicts.ts'

/** Emergencies of chat messages, by the rules alone; the classifier beside them is measured where it is trained. */
export const measure = () => byAspect((kinds) => (kinds.startsWith('emergency') ? kinds : ''))
