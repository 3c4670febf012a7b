/** Wordings with which a content tries to steer a model. A patient's page has no reason for them. */
const steering = [
  /(?<!\b(?:not|never|n['’]t) )\b(?:ignore|disregard|forget|override|bypass|pay no attention to|(?:stop|do not|don['’]t|never) follow(?:ing)?)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|all|any|your|these|the|my)\b[^.!?\n]{0,20}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|directions?|context)\b/i,
  /\b(?:reveal|show|print|repeat|disclose)\b[^.!?\n]{0,20}\b(?:your|the|all) (?:prompts?|instructions|rules)\b|\byou must (?:now |always |only )*(?:answer|say|reply|respond|state|claim)\b/i,
  /\byour (?:new |only |real )*(?:task|job|role|goal) is (?:now )?to\b|\byour new (?:task|role|instructions?|rules?|goal)\b|\byou are (?:now )?(?:chatgpt|gpt|claude|gemini|llama|copilot)\b/i,
  /\b(?:answer|respond|reply)(?: to)? (?:every|all|any) (?:questions?|messages?)\b|\bai (?:assistants?|models?|agents?|chat ?bots?)\b|\btell visitors\b|\b(?:do not|don['’]t|never) tell (?:the |a )?(?:users?|visitors?|patients?)\b/i,
  /\b(?:system|developer|hidden|initial|secret)\s+(?:prompt|message|instructions?)\b/i,
  /\b(?:as|you are|you're|act as|pretend to be|behave as|i am) (?:now )?(?:an? |the )?(?:ai|a\.i\.|llm|(?:large )?language model|chat ?bot|(?:virtual|ai|digital|helpful) assistant|assistant|dan)\b/i,
  /\b(?:attention|note to|notice to|dear|hey|instructions? (?:for|to))\s*:?\s*(?:the |all |any )?(?:ai|llms?|assistants?|chat ?bots?|language models?|models?)\b/i,
  /\b(?:when|if|whenever) (?:the |a )?users? asks?\b|\b(?:when|if|whenever) (?:you are )?asked (?:about|for|to|how|what)\b[^.!?\n]{0,40}\b(?:answer|reply|respond|output)\b/i,
  /\b(?:tell|inform|advise|instruct|convince) (?:the |every |all )?(?:users?|the patient|patients|reader)\b[^.!?\n]{0,30}\b(?:to|that)\b/i,
  /\b(?:respond|reply|answer|output|print|say) (?:only |exactly |always )*(?:with|in the form|as follows|the following|the word)\b/i,
  /\bfrom now on\b|\bnew (?:instructions?|rules?)\s*:|\b(?:jailbreak|prompt injection)\b|\bdo anything now\b/i,
  /<\|[^|>]{0,40}\|>|\[\/?INST\]|<\/?(?:system|assistant|user|s)>|#{2,}\s*(?:system|instructions?|assistant|user)\b/i,
  /\b(?:ignora|olvida|descarta)\b[^.!?\n]{0,40}\b(?:instrucciones|reglas|indicaciones)\b|\beres un (?:asistente|modelo|chatbot)\b/i,
]

const labelled =
  /(?:^|\n|[.!?]\s)[\s>*_#[("'•–-]*(?:system|assistant|user|human|ai|asistente|sistema)[\s*_)"'\]]*:|(?:^|\n)\s*\[(?:system|assistant|user)\]|\brole["']?\s*:\s*["']?(?:system|assistant|user)\b/i

/** As a reader sees it: without invisible characters, wide letters as plain ones. */
const seen = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/**
 * Whether a text speaks to an assistant instead of a patient ("ignore previous instructions", "system prompt", "assistant:").
 * Nothing of a section that does is repeated: what stands beside it is by the same hand.
 */
export function isAddressedToAssistant(text: string): boolean {
  const plain = seen(text)
  const inOneLine = plain.replace(/\s+/g, ' ')
  return labelled.test(plain) || steering.some((pattern) => pattern.test(plain) || pattern.test(inOneLine))
}
