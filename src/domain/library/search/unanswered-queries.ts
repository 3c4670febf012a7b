/** A best result below this answers its question in less than a third of the cases. */
export const answeredFrom = 0.3

/** The queries that the library has no good answer to. */
export const whereUnanswered = { bestRelevance: { lt: answeredFrom } }
