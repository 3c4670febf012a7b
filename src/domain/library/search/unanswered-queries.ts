/** A best result below this answers its question in less than a third of the cases. */
const answered = 0.3

/** The queries that the library has no good answer to. */
export const whereUnanswered = { bestRelevance: { lt: answered } }
