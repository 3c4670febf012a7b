import { assessMessage } from '../../src/domain/chat/policy/assess-message.ts'
import { languageOf } from '../../src/domain/chat/policy/language.ts'
import { medicalAdviceRequested } from '../../src/domain/chat/policy/medical-advice-requests.ts'
import { ordinaryQueryType } from '../../src/domain/chat/policy/query-type.ts'
import { dictionary } from '../../src/domain/drugs/medicine-names.ts'
import { emergencyOf } from '../../src/domain/safety/signs/emergency.ts'
import { emergencyInOtherLanguage } from '../../src/domain/safety/signs/other-languages.ts'
import { adverseEventOf } from '../../src/domain/safety/signs/reported-effect.ts'
import { reportedSentences } from '../../src/domain/safety/signs/reported-sentences.ts'
import { safetyMessage } from '../../src/domain/safety/signs/safety-message.ts'
import { messageWords } from '../../src/language/message-words.ts'
import { isPromptInjection } from '../../src/language/prompt-injection.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { wordsOf } from '../../src/language/words.ts'
import { hostileTexts } from '../../test/support/hostile-texts.ts'

const t = (f: () => unknown) => {
  let b = 1e9
  for (let k = 0; k < 8; k++) {
    const s = performance.now()
    f()
    b = Math.min(b, performance.now() - s)
  }
  return b.toFixed(1)
}
for (const seed of process.argv.slice(2)) {
  const said = hostileTexts(4000).find(([n]) => n === seed)![1]
  const m = safetyMessage(said)
  console.log(seed, m.words.length, 'words', m.spans.length, 'spans', {
    all: t(() => assessMessage(said, [])),
    wordsOf: t(() => wordsOf(said)),
    sentencesOf: t(() => sentencesOf(said)),
    messageWords: t(() => messageWords(said)),
    safety: t(() => safetyMessage(said)),
    injection: t(() => isPromptInjection(said, 'message')),
    advice: t(() => medicalAdviceRequested(m)),
    adverse: t(() => adverseEventOf(m, [])),
    reported: t(() => reportedSentences([{ speaker: 'user', text: m.text }], dictionary)),
    places: t(() => dictionary.places(said)),
    emergency: t(() => emergencyOf(m, [])),
    other: t(() => emergencyInOtherLanguage(said)),
    language: t(() => languageOf(m, [])),
    query: t(() => ordinaryQueryType(m)),
  })
}
process.exit(0)
