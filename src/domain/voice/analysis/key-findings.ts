import type { CallSentence } from './call-sentences.ts'
import { answerScore, isQuestion, newsIn, reasonScore } from './dialogue-acts.ts'
import { clip, plain, wordCount } from './note-sentences.ts'

const longest = 260
const nothingSaid = /^(?:(?:no|yes|yeah|yep|nope|okay|ok|um|uh|right|correct|i (?:do|don'?t|did|am|have|think so|guess))[\s,.!]*)+$/iu

interface Finding {
  index: number
  score: number
  text: string
}

/**
 * What was said that staff should know, in the order it was said and each with who said it: figures, coverage,
 * diagnoses, what a caller reports. A short reply stands with the question that it answers.
 */
export function quotedFindings(
  sentences: readonly CallSentence[],
  names: { caller: string; agent: string },
  shown: string,
  most: number,
): string[] {
  const found = sentences.flatMap((sentence, index): Finding[] => {
    const reply = replyTo(sentences, index)
    if (reply) return sentence.words > 1 && shown.includes(sentence.text) ? [] : [{ index, ...reply }]
    const { side, text, said, substantial, words } = sentence
    if (!substantial || words < 5 || isQuestion(said) || shown.includes(text)) return []
    return [{ index, score: scoreOf(sentence), text: `${names[side]}: ${text}` }]
  })
  const best = found
    .filter(({ score }) => score > 1)
    .toSorted((one, two) => two.score - one.score || one.index - two.index)
    .slice(0, most)
  return best.toSorted((one, two) => one.index - two.index).map(({ text }) => clip(text, longest))
}

function scoreOf({ side, text, words }: CallSentence): number {
  const weight = 2 * newsIn(text)
  const told = side === 'caller' ? (reasonScore(text) > 0 ? 0.5 : 0) : answerScore(text) / 2
  return weight + told - (words > 45 ? 1 : 0)
}

/** A caller's short reply with the question before it: "Stroke." tells nothing alone. */
function replyTo(sentences: readonly CallSentence[], index: number): Omit<Finding, 'index'> | undefined {
  const reply = sentences[index]
  const question = sentences[index - 1]
  if (!reply || !question || reply.side !== 'caller' || question.side !== 'agent' || !isQuestion(question.said)) return undefined
  if (!question.substantial || question.words > 25 || reply.words > 12 || wordCount(reply.said) === 0) return undefined
  if (reply.text !== '' && !reply.substantial && reply.words > 2) return undefined
  const answer = plain(reply.said.replace(/^(?:um+|uh+|oh|well|so)[\s,.]+/iu, ''))
  if (nothingSaid.test(answer) && (/\b(?:can|could|would) you\b/iu.test(question.text) || newsIn(question.text) === 0)) return undefined
  const score = (newsIn(`${question.text} ${answer}`) > 0 ? 2 : 1) + (nothingSaid.test(answer) ? -0.5 : 0.5)
  return { score, text: `Asked “${clip(plain(question.said), 160)}”: “${clip(answer, 160)}”` }
}
