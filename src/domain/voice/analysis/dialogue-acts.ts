/** Sentence patterns of telephone English. Each looks at one sentence of at most 500 characters. */

const smallTalk =
  /^(?:how (?:are|is) (?:you|things)|i'?m (?:doing )?(?:good|fine|well|okay|great|pretty good)\b.{0,25}$|nice to (?:meet|see|hear)|good (?:morning|afternoon|evening)|bye|goodbye|have a (?:good|nice|great|wonderful)|you have a|take care|talk to you|see you|you'?re welcome|my pleasure|not a problem|can you hear me|are you (?:still )?there|one (?:moment|second)|just a (?:moment|second|minute)|hold on|bear with me|let me (?:see|check|pull|look)\b.{0,40}$|is there anything else|anything else\b|thank you for (?:calling|holding|waiting|your time|the information)|thanks for (?:calling|holding|waiting)|i appreciate|how (?:can|may) i (?:help|assist)|what (?:can|brings|brought)|sorry to hear|i'?m (?:so |very )?sorry|that'?s (?:good|great|fine|okay|right|correct|it|all)\b.{0,20}$|sounds good|got it|i (?:see|understand|know)\b.{0,15}$|absolutely|no worries|let'?s (?:start|see|talk|go)\b.{0,30}$|nope?\b.{0,25}$)/iu

const identity =
  /\b(?:my (?:full |first |last )?name(?:'s| is)|(?:date of|your) birth|birth ?(?:date|day)|born (?:on|in)|member (?:id|number|i\.d)|id number|policy number|group number|spell(?:ed|ing)?|social security|zip code|(?:phone|telephone|callback) number (?:is|on file)|my (?:number|email|address) is|verify (?:your|my) identity|confirm (?:your|my) (?:name|identity|date|full)|am i speaking (?:with|to)|who am i speaking|this is \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?(?: (?:speaking|here))?[.,]?$|recorded line|call (?:may|will) be (?:recorded|monitored))\b/iu

/** A sentence that is mostly figures or letters spelled out: a date, a number, an ID. */
const spelledOut = (text: string) => (text.match(/\d/gu)?.length ?? 0) > 5 && (text.match(/\d/gu)?.length ?? 0) * 3 > text.length

/** Greetings, thanks, holding the line. */
export const isSmallTalk = (text: string): boolean => smallTalk.test(text)

/** Names, dates of birth and numbers that are said to prove who calls: not for a summary. */
export const isIdentity = (text: string): boolean => identity.test(text) || spelledOut(text)

const wordedAsQuestion =
  /^(?:(?:and|also|so|but|sorry|then|okay|now|alright|well|um|uh)[\s,.]+)*(?:what(?:'s| is| are| do| did| was| kind| other| about)|how(?:'s|'re| are| is| do| did| many| much| long| old| often| about| would)|when (?:did|do|was|is)|where (?:do|did|is|are)|why (?:do|did|are|is)|who (?:is|are|do)|which|do you|did you|have you|had you|has (?:it|he|she|anyone)|are you|were you|is (?:it|there|that|this|he|she)|can you|could you|would you|will you|any (?:other|history|pain|problems|known))\b/iu

/** Whether something is asked; speech recognition often leaves the mark out. */
export const isQuestion = (text: string): boolean => text.endsWith('?') || wordedAsQuestion.test(text)

/** "How can I help?" in its many forms: what is said to it is a reason, not a reply. */
export const isOpening = (text: string): boolean =>
  /\b(?:how (?:can|may|could) (?:i|we) (?:help|assist)|what (?:brings|brought|can (?:i|we) do|seems to be|happened|'?s going on|is going on)|what'?s (?:the (?:matter|problem|reason)|bothering|up\b)|how(?:'ve| have) you been|how(?:'re| are) you|(?:chief|main) (?:complaint|concern)|reason for (?:your|the) (?:visit|call))/iu.test(
    text,
  )

const asks =
  /\b(?:(?:calling|phoning|called) (?:in |today )?(?:about|because|to|for|regarding|on behalf|in regards?|since|with)|the reason (?:i|for)|i(?:'d| would) (?:like|love) to|i (?:just )?(?:need|want|wanted|was hoping|was told|have (?:a|an|some|another) (?:quick |few )?(?:questions?|problems?|issues?|concerns?))|i'?m (?:trying|looking|wondering|concerned|worried|not sure|confused|having)|i was (?:wondering|trying)|can (?:you|i|someone|we)|could (?:you|i|someone)|would (?:you|it)|do (?:i|you|we) (?:need|have|cover|know)|does (?:my|the|it)|is (?:it|my|there|this|that) .{0,50}\?|are (?:my|there) .{0,50}\?|will (?:my|it|i)|how (?:much|do|does|can|long|many|often|come|should|soon)|what(?:'s| is| are| do| does| should| happens| about| kind)|when (?:will|can|is|do|should)|where (?:do|can|is)|why (?:is|was|did|do|am)|should i|let (?:you|them) know|please (?:send|give|tell|check|help|cancel|change|update|email|mail|fax|let|make|put|connect|explain))\b/iu
const tells =
  /\b(?:i'?ve (?:been|had|got|noticed|felt)|i have (?:been|had|a|an|this|some|these|really|pain)|i (?:got|received|noticed|started|stopped|feel|felt|missed|ran out|can'?t|couldn'?t|don'?t (?:feel|know|understand|have)|think i)|i keep|i'?m (?:feeling|getting|out of|running|allergic|taking|on|here)|my (?:doctor|insurance|plan|pharmacy|claim|prescription|copay|coverage|bill|order|shipment|back|knee|head|stomach|chest|leg|arm|foot|skin|eyes?)|since|(?:it|they) (?:hurts?|keeps?|started|won'?t)|pain|aches?|hurts?|denied|refill|side effects?|bleeding|rash|cough|fever|dizzy|nausea|swelling|problem|issue|trouble|wrong)\b/iu

/** How much a caller's sentence reads like the reason of a call: 2 a request, 1 a complaint or account, 0 neither. */
export function reasonScore(text: string): 0 | 1 | 2 {
  if (asks.test(text)) return 2
  return tells.test(text) ? 1 : 0
}

const procedure =
  /\b(?:listen to (?:you|your)|take a (?:listen|look|peek)|examin\w+|(?:your|an|the|physical) exam\b|deep breath|breathe|questions? (?:for|to) you|ask you|go (?:ahead and|over) (?:review|look|start|your)|let me|review (?:some|your|the)|pull(?:ing)? up|look(?:ing)? at your|tell (?:you|me)|talk about|show (?:you|me)|record(?:ing)? (?:this|our)|hey,? dragon|drop for this|have a seat|feel free|give us a call if|call us if you have)\b/iu
const promises =
  /^(?:do not|don'?t|never|avoid|stop|take|keep|use|wait|call|contact|go to|rest|bring|ask|check)\b|\b(?:i'?ll|i will|we'?ll|we will|i'?m going to|we'?re going to|i'?m gonna|i can|i have|i'?ve|someone will|(?:a|our|the) (?:nurse|pharmacist|specialist|coordinator|team|colleague|representative|doctor)(?: team)? will|you (?:should|need to|can|will|'ll|may|have to)|please (?:call|take|stop|go|contact|keep|make|bring)|i(?:'d| would) (?:like|want|recommend|suggest)|i want you|i recommend|i suggest|let'?s|we should|we can|it'?s (?:best|important)|make sure|keep (?:taking|using|it|an)|continue|go ahead|try)\b/iu
const informs =
  /\b(?:your (?:plan|copay|co-pay|coverage|deductible|coinsurance|insurance|prescription|order|claim|appeal|request|appointment|case|refill|shipment|request|benefits|next|results?|test|blood|x-?ray|mri|exam)|covered|prior auth\w*|requires?|required|approved|denied|authoriz\w+|step therapy|(?:takes?|within) (?:about |up to )?(?:\w+|\d+) (?:business )?(?:days?|hours?|weeks?)|\$\s?\d|\d+ (?:percent|dollars|mg|milligrams)|\d%|looks like|this (?:is|sounds)|it(?:'s| is| may| might| could| sounds)|that(?:'s| is| sounds)|you have|refrigerat\w+|store)\b/iu

const figures =
  /\$\s?\d|\d ?%|\b\d+(?:\.\d+)? ?(?:percent|dollars?|mg|milligrams?|ml|mcg|units?|days?|weeks?|months?|years?|hours?|times)\b|\b(?:one|two|three|four|five|six|seven|ten|twenty|thirty|fifty|hundred) (?:percent|dollars?|milligrams?|days?|weeks?|months?|years?|times)\b/iu
const matters =
  /\b(?:copays?|co-pays?|deductibles?|coinsurance|out[- ]of[- ]pocket|cover(?:ed|age|s)|prior[\s-]?auth\w*|step therapy|denied|denial|approved|appeal|refills?|insurance|medicare|medicaid|allerg(?:y|ic|ies)|pregnan\w+|hospital|emergency|surgery|diagnos\w+|diabet\w+|cancer|stroke|heart|asthma|hypertension|blood pressure|biopsy|stopped taking|missed|ran out|side effects?|reaction|infection|bleed\w*|pain|rash|fever|inject\w+|prescri\w+|symptoms?|worse|chronic)\b/iu

/** How much of what staff note a sentence has: figures, and words of coverage, treatment and illness; 0 to 2. */
export const newsIn = (text: string): number => (figures.test(text) ? 1 : 0) + (matters.test(text) ? 1 : 0)

/** What a clinician says while examining, and an agent while looking something up. */
export const isProcedure = (text: string): boolean => procedure.test(text)

/** How much a sentence of the answering side reads like an answer: 2 an agreement or advice, 1 information. */
export function answerScore(text: string): 0 | 1 | 2 {
  if (isProcedure(text)) return 0
  if (promises.test(text)) return 2
  return informs.test(text) ? 1 : 0
}
