/**
 * Everyday words and the matching words of labels and benefit documents. A query with an everyday word is also searched with the
 * clinical ones. The list is our own, from consumer questions. Add a group only if it helps in general, never for one test
 * question.
 */
const groups: [everyday: string, clinical: string][] = [
  ['shot shots jab jabs needle poke', 'injection inject'],
  ['pen', 'autoinjector'],
  ['fridge refrigerator icebox', 'refrigerator refrigerate'],
  ['fridge cooler cold freeze froze frozen', 'store freeze'],
  ['hot heat sun warm car', 'temperature'],
  ['puke puking barf vomit sick queasy', 'vomiting nausea'],
  ['throw threw', 'vomiting dispose'],
  ['trash garbage bin toss', 'dispose disposal'],
  ['belly tummy stomach gut', 'abdomen abdominal'],
  ['pee peeing', 'urine urination'],
  ['poop poo runs', 'diarrhea stool'],
  ['itchy itch itching scratchy', 'itching pruritus'],
  ['hives welts', 'urticaria'],
  ['swollen puffy swell', 'swelling'],
  ['breathe breathing breath wheeze', 'breathing dyspnea'],
  ['tired exhausted sleepy wiped', 'fatigue tiredness'],
  ['dizzy lightheaded woozy', 'dizziness'],
  ['sore ouch hurts hurt ache', 'pain'],
  ['rash redness red bump bumps', 'reaction site'],
  ['pregnant expecting baby', 'pregnancy'],
  ['nursing breastfeeding breast', 'lactation breastfeeding'],
  ['kid kids child teen toddler', 'pediatric children'],
  ['forgot forget skipped skip late missed', 'missed dose'],
  ['often frequently', 'dosage schedule'],
  ['amount much strength', 'dose dosage'],
  ['booze alcohol beer wine drink', 'alcohol'],
  ['flu cold bug infection', 'infection'],
  ['jabbed vaccine vaccination vaccines', 'vaccines immunization'],
  ['cost costs price pay afford expensive cheap money bill', 'copay cost assistance savings'],
  ['coupon card discount', 'savings copay'],
  ['denied deny denial rejected refused', 'appeal denial'],
  ['approve approval permission', 'authorization'],
  ['insurance insurer coverage covered plan', 'benefits coverage insurance'],
  ['sign signup join register', 'enroll enrollment'],
  ['delivery deliver shipped shipping mail package arrive', 'shipment delivery pharmacy'],
  ['trip travel flight plane airport vacation fly flying', 'travel'],
  ['sharps needles', 'sharps container'],
  ['heart', 'cardiac cardiovascular'],
  ['kidney kidneys', 'renal'],
  ['liver', 'hepatic'],
  ['cancer', 'malignancy'],
  ['blood clot', 'thrombosis'],
  ['sugar', 'glucose'],
  ['bruise bruising', 'bruising'],
  ['works work working kick', 'effect'],
  ['treat treated cure cured', 'treatment therapy'],
  ['cause causes caused', 'cause'],
  ['symptom symptoms signs', 'symptoms signs'],
  ['chance odds risk likely inherit inherited genes', 'risk inherited genetic'],
  ['fits seizure seizures', 'seizures'],
]

const clinicalOf = new Map<string, string[]>()
for (const [everyday, clinical] of groups) {
  for (const word of everyday.split(' ')) clinicalOf.set(word, [...(clinicalOf.get(word) ?? []), ...clinical.split(' ')])
}

/** The clinical words that match the everyday words of a query (all folded). */
export const clinicalWords = (words: readonly string[]): string[] => [...new Set(words.flatMap((word) => clinicalOf.get(word) ?? []))]
