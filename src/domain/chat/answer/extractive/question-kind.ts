/** What a question asks for, and by what a sentence that says it is known. */
interface QuestionKind {
  asks: RegExp
  answers: RegExp
  /** Whether a sentence without it is no answer at all. */
  required?: true
}

const number = String.raw`(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty|few|several|single|half)\b)`

/** Whether a question asks whether something is so, or may be done. */
export const asksWhether = /^[^\p{L}]*(?:\p{L}+[^\p{L}]+){0,3}(?:can|may|could|should|is|are|am|do|does|will|ok|okay)(?!\p{L})/iu

/** The kinds of question that patients ask of any medicine and any illness. */
const kinds: QuestionKind[] = [
  {
    asks: /\bhow long\b|\bhow many (?:days|hours|weeks|months|minutes|years)\b|cu[aá]nto tiempo|cu[aá]ntos d[ií]as/i,
    answers: new RegExp(
      String.raw`${number}[^.]{0,14}\b(?:minutes?|hours?|days?|weeks?|months?|years?|nights?)\b|\b(?:limited time|until|longer|soon|lasts?|permanent|lifelong)\b`,
      'i',
    ),
    required: true,
  },
  {
    asks: /\bhow (?:often|frequently)\b|cada cu[aá]nto/i,
    answers: /\b(?:every|once|twice|monthly|weekly|daily|yearly|a (?:month|week|day|year))\b/i,
    required: true,
  },
  {
    asks: /\bhow (?:much|many)\b(?!.*\b(?:people|cost|affected)\b)|\bdos(?:e|age|ing|is)\b|\bstrength\b/i,
    answers: new RegExp(
      String.raw`\d ?(?:mg|mcg|ml|g|units?|milligrams?|%)\b|${number}[^.]{0,10}\b(?:injections?|pens?|syringes?|tablets?|doses?|cartons?)\b`,
      'i',
    ),
  },
  {
    asks: /\bhow (?:many people|common|rare|likely|frequent)\b/i,
    answers: /\d|\b(?:percent|rare(?:ly)?|common(?:ly)?|often|most|many|few|unknown)\b/i,
    required: true,
  },
  {
    asks: /\btreat(?:ments?|ed|s)?\b|\btherap/i,
    answers: /\btreat|therap|surg|medic|manag|\bdrugs?\b|\bcure/i,
    required: true,
  },
  {
    asks: /\bsymptoms?\b|\bsigns?\b|^(?!.*\breport).*\bside effects\b/i,
    answers: /\bsymptom|\bsigns?\b|\beffects?\b|includ|may (?:have|be|cause|experience)|common|pain|trouble|problems?/i,
  },
  { asks: /\bcauses?\b(?! (?:of )?(?:harm))/i, answers: /\bcaus|due to|result|factor|unknown|lead|risk|because|infection/i },
  { asks: /\bdiagnos|\btests?\b|\bexams?\b/i, answers: /\bdiagnos|\btest|\bexam/i, required: true },
  { asks: /\bprevent|\brisk\b/i, answers: /prevent|avoid|reduc|lower|protect|risk|likely/i },
  {
    asks: /^\W*(?:can|may|could|should|is it|are you|am i|do i|puedo|debo)\b/i,
    answers: /\b(?:yes|no|not|never|avoid|may|can|cannot|should|must|unless|ask|talk|tell|normal|safe|need|have to|okay|use|keep|call)\b/i,
  },
  {
    asks: /\bwhat if\b|\bwhat (?:should|do|can) i do\b|\bwhat now\b|\b(?:forgot|missed|miss|lost|dropped)\b/i,
    answers: /\b(?:take|call|do not|contact|inject|throw|ask|tell|go|read|look|wash|set|get|use|not)\b/i,
  },
  {
    asks: /\bstor(?:e|age|ing)\b|\b(?:keep|kept)\b|\bguard(?:o|ar)\b|\balmacen/i,
    answers: /refrigerat|room temperature|°F|degrees|\bfreez|\bcarton|\blight\b|\bdry\b/i,
  },
  {
    asks: /^\W*what(?: is| are|['’]s)\b(?! the )/i,
    answers: /^[^.:]{0,110}\b(?:is|are|means?|refers? to)\b/i,
  },
  {
    asks: /\bhow (?:do|can|should|to)\b.{0,30}\b(?:use|inject|give|take|prepare)\b/i,
    answers: /\b(?:wash|pinch|push|pull|take|inject|clean|check|choose|pick|steps?|every|once)\b/i,
  },
  { asks: /\b(?:costs?|price|pay|afford)\b|\bcuesta\b/i, answers: /\$|\b(?:costs?|price|pays?|free|savings|copay|insurance|afford)\b/i },
  { asks: /^\W*(?:when|cu[aá]ndo)\b/i, answers: /\b(?:when|before|after|until|day|week|month|hours?|minutes?|time|soon|morning|night)\b/i },
  { asks: /\bwhere\b|d[oó]nde/i, answers: /\b(?:in|into|at|on|near|from|to)\b/i },
  { asks: /\bwhy\b|por qu[eé]/i, answers: /\b(?:because|so that|due to|reason|as|since|for|may|protect|in order to|cause[sd]?)\b/i },
]

/** How a sentence fits what is asked for. */
export interface KindFit {
  /** 0 to 1: how much of what the question asks for the text has the form of; 1 where the question asks for no form. */
  fit: number
  /** Whether something is missing without which nothing is an answer. */
  missing: boolean
}

/** @param text a sentence, or all of an answer */
export function fitOfKind(question: string, text: string): KindFit {
  const asked = kinds.filter(({ asks }) => asks.test(question))
  const met = asked.filter(({ answers }) => answers.test(text))
  return { fit: asked.length === 0 ? 1 : met.length / asked.length, missing: asked.some((kind) => kind.required && !met.includes(kind)) }
}
