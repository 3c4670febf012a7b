import { drugMentions } from './drug-mentions.ts'
import { withoutBullet } from './policy-lines.ts'
import { isDiagnosis } from './policy-topics.ts'

/** A use that stands before what is asked for it: "Chronic migraine.", "Giant cell arteritis: …", "For Crohn's disease, …". */
export function useIn(sentence: string): { name: string; rest: string } | null {
  const found = /^(?:For )?([\p{L}\d'’() -]{4,70}?)(?:[.:]|,(?= (?:a|the|patient|member))|\s[–—]\s)\s*(.*)$/u.exec(withoutBullet(sentence))
  const name = found?.[1] ?? ''
  return isDiagnosis(name) && drugMentions(name).length === 0 && !/\b(?:must|has|have|is|are|of|criteria|with|who|years?)\b/i.test(name)
    ? { name, rest: found?.[2] ?? '' }
    : null
}
