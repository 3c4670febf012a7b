const affirmation =
  /^\W*(?:(?:um|uh|well|oh|actually|so)\W+)*(?:yes|yeah|yep|yup|yea|i did|i have|i do|it did|(?:it|that) happened|a few|a little|a bit|some|unfortunately|s[ií])(?![\p{L}'’])/iu
/** "Yeah, no, not really": what follows the "yes" takes it back; "yes, nothing major" does not. */
const takenBack =
  /(?<![\p{L}'’])(?:no(?! (?:big|major|doubt|wonder|joke|serious))|nope|nah|not (?:really|at all|any|me|that i)|none|nothing(?! (?:major|serious|big|bad|terrible|crazy|too|severe))|never|nunca|ningun[oa]?|i (?:haven|didn)['’]?t)(?![\p{L}'’])/iu

/** Whether an answer says yes to whether something happened, and does not take it back: "yes, my mom had that", "a few"; not "yeah, no, not really". */
export const affirms = (text: string): boolean => affirmation.test(text) && !takenBack.test(text)
