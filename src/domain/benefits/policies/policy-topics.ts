/** What the text under a heading is about. In `aside` nothing is a rule of a drug: references, forms, history, evidence. */
export type Topic = 'aside' | 'exclusion' | 'renewal' | 'criteria' | 'step' | 'authorization' | 'limits' | 'other'

const asides =
  /\b(?:references?|bibliography|sources|(?:revision|policy|document|change|review) (?:history|log)|history|definitions?|glossary|disclaimer|appeals?|how to|where to|submi(?:t|ssion)|contacts?|forms?|clinical (?:evidence|studies|trials?|rationale|background)|evidence|(?<!coverage |program )rationale|background|site of (?:care|service|administration)|application|enrol+ment|(?<!asked )questions|related|description of|dosing|dosage|storage|safety|warnings?|adverse|pharmacology|about (?:this|these|the)|alternatives considered|comparison|compared|example|archived?|superseded|retired|previous|former)\b/i
const exclusions =
  /\b(?:exclu(?:sions?|ded)|not (?:be )?(?:covered|approved|authorized|medically necessary|considered)|non-?cover(?:ed|age)|limitations?|experimental|investigational|contraindicat\w+|not met|will not|do(?:es)? not cover|denied|denials?|unproven)\b/i
const renewals =
  /\b(?:re-?authori[sz]ations?|renewals?|renew(?:ed|ing)?|continu(?:ed|ation|ing|e)|re-?approvals?|recertification|subsequent|currently (?:receiving|taking|on)|already (?:receiving|taking|on))\b/i
const limits =
  /\b(?:quantity|dose|dosing|day supply|supply) limits?\b|\blimits? on quantity\b|\bquantity\b|\b(?:approval|authorization|coverage) (?:duration|period|length|lasts)\b|\bhow long\b|\b(?:hcpcs|icd-10|billing|coding|codes?|cpt)\b/i
const steps =
  /\bstep[- ](?:therapy|edits?|protocol|treatment|requirements?)\b|\b(?:fail|try)[- ]first\b|\btried first\b|\bfirst[- ]line (?:drugs?|medicines?|therapy)\b/i
/** What stands here tells about the drugs, and asks for nothing unless it says so. */
const introductions = /\b(?:overview|descriptions?|introduction|purpose|summary|scope|products? addressed|policy statement)\b/i
const criteria =
  /\b(?:criteria|criterion|requirements?|required|conditions? (?:of|for) (?:coverage|approval)|approv(?:al|ed|e|es)|initial|medically necessary|medical necessity|when (?:it is |we |is )?\w* ?cover(?:ed|s|age)?|(?:is|are) covered (?:for|when|if)|what (?:we|the|your|a) .*(?:need|show|document|must|look|ask)|what must be|must (?:show|document)|all of the following|(?:one|any) of the following|coverage (?:rationale|guidelines?|position))\b/i
const authorizations =
  /\b(?:prior[- ]?auth(?:ori[sz]ation)?s?|prior approval|prior review|pre-?[ ]?auth(?:ori[sz]ation)?|pre-?cert(?:ification)?|pre-?approval|authorization)\b|\bPA\b/i

/** The topic that a heading, or the line before a list ("… when all of these are met:"), names; null if it names none. */
export function topicOf(heading: string): Topic | null {
  if (asides.test(heading) && !/\bcriteria\b/i.test(heading)) return 'aside'
  if (exclusions.test(heading)) return 'exclusion'
  if (renewals.test(heading) && !/\binitial\b/i.test(heading)) return 'renewal'
  if (limits.test(heading) && !/\bcriteria\b/i.test(heading)) return 'limits'
  if (/\bcriteria\b/i.test(heading) && !/\bstep\b/i.test(heading)) return 'criteria'
  if (steps.test(heading)) return 'step'
  if (criteria.test(heading) && !(authorizations.test(heading) && !/\bcriteria|requirements\b|must|following|approv/i.test(heading)))
    return 'criteria'
  if (authorizations.test(heading)) return 'authorization'
  return introductions.test(heading) ? 'other' : null
}

const condition =
  /itis\b|osis\b|psoria|emia\b|oma\b|crohn|disease|syndrome|cancer|migraine|diabetes|asthma|uveitis|urticaria|eczema|polyps|adults?|children|adolescents?|pediatric|indications?|diagnos|all (?:uses|other uses)|general/i

/** Whether a heading names a disease or an age: what stands under it belongs to the topic above. */
export const isDiagnosis = (heading: string): boolean => condition.test(heading)
