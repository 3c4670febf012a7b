import { distinct, type Mention } from './drug-mentions.ts'
import { type PolicyLine, withoutBullet } from './policy-lines.ts'
import { drugsAlone, headingDrugs } from './policy-subject.ts'

/** The drugs that have a chapter of their own. */
export function headedDrugs(lines: readonly PolicyLine[]): Mention[] {
  return distinct(
    lines.flatMap(({ kind, text }) =>
      kind === 'heading' && !/\?|\b(?:not|exclu\w+|non-?covered)\b/i.test(text)
        ? headingDrugs(text)
        : /^(?:\d{1,2}|[A-H]|[IVX]+)[.)] /.test(text)
          ? drugsAlone(withoutBullet(text)).map(({ of }) => of)
          : [],
    ),
  )
}
