/**
 * Words for a machine that reads the transcript, not for the other side of the call. Callers talk every day of records,
 * scores, summaries and of setting things up, so each pattern needs somebody addressed or asked for who is not on the line.
 */
const patterns = [
  // Of orders that were given before.
  /\b(?:(?:ignore|disregard|override|bypass) (?:\w+ ){0,4}|forget (?:all |any |your |every |everything |the |these |previous |prior |above |earlier )+)(?:instructions?|prompts?|rules|guidelines|commands)\b/iu,
  /\b(?:system|developer) (?:prompt|override|instructions?|mode)\b|^\W*system\s*:|\b(?:language|ai) model\b|\bas an ai\b|\bjson\b|\bcall ?outcome\b|\bfollowupactions\b/iu,
  /\b(?:you are now|act as|pretend to be|behave as) (?:an? |the )?(?:\w+ ){0,2}(?:analy[sz]t|analy[sz]er|assistant|ai|model|bot|system|summari[sz]er|reviewer|grader)\b|\byour new (?:task|role|instructions?|job)\b|\bpretend (?:that )?(?:the agent|the ai|this call|i (?:said|told|was|gave))\b/iu,
  // Somebody addressed who is not on the line.
  /^\W*(?:(?:dear|hey|hello|hi|attention|okay|and|also|please)\W+){0,2}(?:call )?(?:analy[sz]t|analy[sz]er|summari[sz]er|transcriber|grader|evaluator|chatgpt|gpt|llm)\s*[,:;—-]/iu,
  /\b(?:instructions?|notes?|message|attention|memo|reminder|order|request|hint) (?:to|for) (?:\w+ ){0,2}(?:analy[sz]t|analy[sz]er|summari[sz]er|transcriber|grader|evaluator|ai|llm|language model)\b|^\W*(?:for|to) the (?:ai|llm|model|analy[sz]t|analy[sz]er|summari[sz]er|software|reviewer|grader)\b.{0,30}(?:\b(?:that|who|which|reading|reads|scores|scoring)\b|[,:])/iu,
  /\b(?:whoever|whomever|who|anyone who|that|which) (?:\w+ ){0,2}(?:analy[sz]es|scores|grades|rates|summari[sz]es|evaluates|reviews|reads) (?:this|the|these) (?:call|conversation|transcript|recording)\b/iu,
  // What only an analyser makes.
  /\b(?:write|state|say|put|include|add|mention|note|record) (?:\w+ ){0,8}(?:in|to) (?:the|your) (?:call |final )?(?:summary|analysis|output)\b(?! of (?:the )?(?:my|benefits))|\bin your (?:call |final )?(?:summary|analysis|output)\b/iu,
  /\bwhen(?:ever)? (?:you )?(?:summari[sz]|analy[sz]|scor|grad|evaluat)(?:e|es|ing) (?:this|the) (?:call|conversation|transcript|recording)\b|\b(?:end|start|begin(?:ning)?) of (?:the )?transcript\b/iu,
  /\bsatisfaction(?: (?:score|rating|level))?\W{0,3}(?:(?:of|is|to|as|should|must|be) ){0,3}\W{0,2}(?:[1-5]\b|ten\b|10\b|five|four|the (?:highest|maximum)|high\b|max)/iu,
  /\b(?:this|the) caller (?:is|was|gives?|gave|has|feels?|wants it) (?:\w+ ){0,3}(?:satisfied|happy|content|delighted|pleased|thrilled|verified|stars?|confirmed|satisfaction|rating|score)\b/iu,
  /\bnote for the (?:record|file|summary|analysis)\W{1,3}(?:that )?(?:the|this) (?:call|caller|outcome|satisfaction)\b|\b(?:do not|don'?t) (?:\w+ (?:or|and) )?(?:flag|report|record|mention|log) (?:\w+ ){0,3}adverse events?\b/iu,
  /\b(?:calif[ií](?:ca|car|que)|calificar|punt[uú][ae]|eval[uú][ae]|clasifi(?:ca|que)|marca|marque|registra|registre) (?:\S+ ){0,3}(?:llamada|conversaci[oó]n|satisfacci[oó]n)|\b(?:ignor[ae]|olvid[ae]) (?:\S+ ){0,3}(?:instrucciones|reglas|indicaciones)|\b(?:instrucciones|instrucción|nota|mensaje) para (?:el|la) (?:analista|modelo|sistema|ia|evaluador\w*)/iu,
  // Markup and fields.
  /[{<[]\s*\/?\s*(?:system|inst|assistant|im_start|"?\w+"?\s*:)/iu,
]

/** "Rate this call with five stars": an order, where "I would rate this call five stars" is praise. */
const ordersScore =
  /(?:^|[,;:.]\s*|\b(?:please|por favor|then|must|should|you|now|just|also|sure to|remember to|need to|want you to)[\s,]+)(?:rate|score|grade|give|classify|label|evaluate|assign|log|mark|set|record) (?:this |the |our |my |caller |whole ){0,3}(?:call|conversation|interaction|satisfaction|sentiment|transcript) (?:\w+ ){0,6}(?:stars?|satisfaction|satisfied|excellent|perfect|positive|great|happy|success\w*|high\w*|maximum|[1-5]|five|four|ten|10)\b/iu
const ownOpinion = /\bi(?:'d|'ll| would| will| can| want to| have to)? (?:\w+ )?(?:rate|score|grade|give)\b/iu

/** Whether a sentence speaks to the software (an instruction to an analyser): it is no reason, answer or praise. */
export const isInstructionToAnalyser = (text: string): boolean =>
  patterns.some((pattern) => pattern.test(text)) || (ordersScore.test(text) && !ownOpinion.test(text))
