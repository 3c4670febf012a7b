import { needsAmbulance } from './stated-severity.ts'

/** What a doctor should see the same day though nobody speaks of an emergency: signs of clots, bleeding, liver failure or sepsis. */
const sameDay = new Set(['jaundice', 'blood clot', 'skin peeling', 'speech problems', 'confusion'])
const ofCalf = /^(?:calf|calves|pantorrillas?) (?:swelling|pain|redness)$/
const ofLeg = /^(?:legs? |piernas? |pantorrillas? )?(?:swelling|pain|redness)$/
const isOfLegs = /\b(?:legs?|cal(?:f|ves)|piernas?|pantorrillas?)\b/iu

const degrees = String.raw`(\d{2,3}(?:[.,]\d)?)(?![\d,]|\.\d)`
const feverOf = new RegExp(
  String.raw`\b(?:fever|temp|temperature|fiebre|temperatura)\s(?:(?:of|is|was|at|hit|reached|up|to|about|over|above|de|a|hasta)\s){0,3}${degrees}|(?<![\d.,])${degrees}\s?(?:°|degrees?|grados)?\s?[FC]?\s(?:of )?(?:fever|temp|fiebre)\b`,
  'giu',
)
/** From here on a fever is high: 103 °F (39.4 °C), https://medlineplus.gov/ency/article/003090.htm. */
const isHighFever = (text: string): boolean =>
  [...text.matchAll(feverOf)].some(([, after, before]) => {
    const value = Number((after ?? before)?.replace(',', '.'))
    return (value >= 103 && value <= 110) || (value >= 39.4 && value <= 43)
  })

/** Whether somebody who reports these symptoms, by their plain names, should be seen by a doctor the same day. */
export function needsCareToday(symptoms: readonly string[], text: string): boolean {
  if (symptoms.some((name) => sameDay.has(name) || needsAmbulance(name) || ofCalf.test(name))) return true
  if (symptoms.includes('fever') && isHighFever(text)) return true
  return isOfLegs.test(text) && symptoms.filter((name) => ofLeg.test(name)).length > 1
}
