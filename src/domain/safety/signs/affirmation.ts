const affirmation =
  /^\W*(?:(?:um|uh|well|oh|actually|so)\W+)*(?:yes|yeah|yep|yup|yea|i did|i have|i do|a few|a little|a bit|some|unfortunately|s[ií])(?![\p{L}'’])/iu
/** "Yeah, no, not really": what follows the "yes" takes it back; "yes, nothing major" does not. */
const takenBack =
  /(?<![\p{L}'’])(?:no(?! (?:big|major|doubt|wonder|joke|serious))|nope|nah|not (?:really|at all|any|me|that i)|none|nothing(?! (?:major|serious|big|bad|terrible|crazy|too|severe))|never|nunca|ningun[oa]?|i (?:haven|didn)['’]?t)(?![\p{L}'’])/iu

/** Whether somebody who is asked of side effects says yes and does not take it back: "yes, my mom had that", "a few"; not "yeah, no, not really". */
export const affirms = (text: string): boolean => affirmation.test(text) && !takenBack.test(text)

const itHappened = /^\W*(?:(?:um|uh|well|oh)\W+)*(?:yes|yeah|yep|yup|yea|s[ií]|(?:it|that) (?:did|happened)|i did\W*$)(?![\p{L}'’])/iu

/** Whether somebody says that something happened; in writing "I have" and "some" begin other things: "I have another question". */
export const saysItHappened = (text: string): boolean => itHappened.test(text) && !takenBack.test(text)
