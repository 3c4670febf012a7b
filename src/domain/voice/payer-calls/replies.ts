import type { TokenSentence } from '../../../language/sentences.ts'

const yes =
  /^(?:yes|yeah|yep|yup|correct|right|exactly|affirmative|absolutely|mm hm|mhm|uh huh|that's correct|that is correct|that's right|that is right|you got it|you've got it|you have it|that's it|that's what i have|that's what i see|sounds right|looks right|mm hmm|mmhmm|hm|mmhm|you bet|indeed|all correct|you are correct|you're correct|that would be correct|sure is|it is|it does|they do|perfect yes)\b/u
const no =
  /^(?:no(?! (?:problem|worries|rush|hurry|trouble|issue|issues|hold|wait|need)\b)|nope|incorrect|negative|not quite|not exactly|that's not|that is not|that's incorrect|that's wrong|actually)\b/u
const opening = /^(?:oh|okay|ok|so|well|sure|let me see|let me check|sir|ma'am|and)\s+/u
const reserve = /\b(?:but|except|actually|however|not|wait|sorry|no|isn't|wrong|incorrect|or)\b/u
const laterReserve = /^(?:oh |well )?(?:but|except|actually|however|wait|sorry|no|correction|hold on|hang on)\b/u

/** "Yes, how can I help you", "right, let me look that up": no answer yet. */
const busy =
  /\b(?:let me|one moment|one second|bear with me|how (?:can|may) i|(?:can|may) i (?:get|have|help)|i can (?:help|look|check))\b/u

/** Whether a turn answers yes or no; undefined where it does neither plainly. */
export function replyOf(sentences: readonly TokenSentence[]): 'yes' | 'no' | undefined {
  const first =
    sentences[0]?.words
      .slice(0, 40)
      .map(({ text }) => text)
      .join(' ') ?? ''
  const text = first.replace(opening, '').replace(opening, '')
  if (/^no (?:that's|that is|you're|it's|you are) (?:right|correct|fine)\b/u.test(text) || sentences[0]?.asks) return undefined
  if (busy.test(text)) return undefined
  if (no.test(text)) return 'no'
  const later = sentences.slice(1, 4).map(({ words }) =>
    words
      .slice(0, 4)
      .map((word) => word.text)
      .join(' '),
  )
  return yes.test(text) && !reserve.test(text) && !later.some((one) => laterReserve.test(one)) ? 'yes' : undefined
}
