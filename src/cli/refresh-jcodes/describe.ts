const qualifiers =
  /^(?:human|recombinant|ovine|equine|porcine|purified|nos|kit|n\/a|liquid|g-csf|gm-csf|e\.g|i\.e|for |non-|code |not |contraceptive|heparin lock|anti|crf|as |in |with |mal$|ecmo|ltc|nf$|snf|d$|s$|\d|bcma|drt|vwf|antihemophilic|fda|using|including|single|therap)/

/** What CMS's description of a code says, in parts. */
interface CodeDescription {
  /** The generic name, salts and suffixes included. */
  ingredient: string
  /** Names of products or makers that stand in brackets. */
  named: string[]
  route: string
  esrdOnly: boolean
  compounded: boolean
  /** "Not therapeutically equivalent" to another code's product. */
  notEquivalent: boolean
}

/** Reads a long description of the HCPCS list, or a short one of the ASP file where there is no long one. */
export function describe(description: string): CodeDescription {
  const text = description.toLowerCase().replace(/\s+/g, ' ')
  const bracketed = [...text.matchAll(/(?<=\s)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].map(([, inside]) => (inside ?? '').trim())
  const ingredient = text
    .replace(/(?<=\s)\((?:[^()]|\([^()]*\))*\)/g, ' ')
    .replace(/^(?:oral |inhaled )/, '')
    .replace(/^(?:(?:injection|inj|infusion|intravesical|instillation)\b[.,]?\s*)+/, '')
    .replace(/^(?:iv|sterile),? /, '')
    .replace(/\bhcl\b/g, 'hydrochloride')
    .replace(/[\d.,]+ ?(?:mg|mcg|gm?|ml|units?|iu|percent|%)(?:\/ml)?(?= |,|;|$)/g, '')
    .replace(
      /[,;].*| (?:not ther|for |per |up to |nos\b|nte\b|excl|oral|inhalation|administered|intrav|immediate|extended|long.acting|to j\d).*/,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
  return {
    ingredient,
    named: bracketed.filter((inside) => !qualifiers.test(inside)).flatMap((inside) => inside.split(/ ?\/ ?/)),
    route: routeOf(text),
    esrdOnly: /\(for esrd/.test(text),
    compounded: /(?<!non-)compounded/.test(text),
    notEquivalent: /not there?apeutically equivalent|\bnte\b/.test(text) || /[a-z], not therapeutically/.test(text),
  }
}

function routeOf(text: string): string {
  if (/\boral\b|capsules\/powder/.test(text)) return 'oral'
  if (/inhalation|inhaler|inh non/.test(text)) return 'inhaled'
  if (/ophthalmic|eye drop/.test(text)) return 'ophthalmic'
  if (/topical|patch|\d% gel|applicator|\btop\b/.test(text)) return 'topical'
  if (/nasal/.test(text)) return 'nasal'
  if (/implant|insert\b|intrauterine|vaginal/.test(text)) return 'implant'
  const intravenous = /intravenous|intrav\b|\biv\b/.test(text)
  if (intravenous && /subcutaneous|intramuscular/.test(text)) return ''
  if (intravenous && !/iv anti-emetic|\biv\b, urokinase/.test(text)) return 'intravenous'
  if (/subcutaneous/.test(text)) return 'subcutaneous'
  return ''
}
