import { nameWords } from '../../language/folding.ts'
import { isSalt } from './ingredient.ts'

/** How a drug gets into the body, as far as HCPCS codes tell it apart. `other`: in a way that no code is for. */
export type Route =
  | 'injected'
  | 'intravenous'
  | 'subcutaneous'
  | 'oral'
  | 'inhaled'
  | 'topical'
  | 'ophthalmic'
  | 'nasal'
  | 'implant'
  | 'other'

const formsOf: Record<Route, string> = {
  injected: 'injection injections injectable inj injected shot shots vial vials intramuscular im',
  intravenous: 'iv intravenous intrav intravenously infusion infusions infused infuse drip ivpb',
  subcutaneous:
    'subcutaneous subcutaneously subq subcut sc sq pen pens pushtouch autoinjector autoinjectors injector injectors syringe syringes prefilled kwikpen flexpen flextouch solostar sureclick sensoready clickject pushtronex tempo penfill flexpro nuspin onbody actpen',
  oral: 'oral orally po mouth tablet tablets tab tabs capsule capsules cap caps pill pills odt chewable chew er xr xl sr cr dr ir cd softgel softgels gummies sprinkle caplet caplets lozenge film elixir syrup',
  inhaled: 'inhalation inhaled nebulizer nebulized neb nebs nebule nebules respules',
  topical: 'topical cream ointment gel lotion patch patches foam shampoo',
  ophthalmic: 'ophthalmic eye drop drops eyedrops',
  nasal: 'nasal nose nostril',
  implant: 'implant implanted pellet',
  other:
    'inhaler inhalers puffer hfa diskus ellipta respiclick flexhaler redihaler digihaler handihaler respimat suppository suppositories rectal enema vaginal otic ear',
}

// Words that say nothing of the route: doses, packs, schedules, and what people put around a name.
const fillers = new Set(
  `mg mcg ug g gm gram grams kg ml cc mls l unit units iu meq u mgs milligram milligrams microgram micrograms milliliter milliliters percent
  per dose doses dosage strength single multi multiple use day days week weeks weekly daily monthly month months every once twice time times bid tid qid qd qw prn
  pack packs pak kit kits box carton bottle bag ampule ampoule cartridge cartridges refill refills starter citrate free preservative
  solution suspension liquid powder concentrate lyophilized reconstituted emulsion spray device depot long acting extended release delayed immediate
  cf hs uc uv psor adol crohn crohns uveits psoriasis uveitis pediatric adult adults maintenance loading induction high low citratefree
  generic brand name medication medicine drug biosimilar originator treatment therapy biologic infuser
  my the a an of for to with and on his her your their some taking take takes on
  in dextrose nacl d5w water usp porcine novaplus dosing material recombinant human administered administration through as
  nos excludes biosimilars up`.split(/\s+/),
)

const routes = new Map<string, Route>()
for (const [route, words] of Object.entries(formsOf) as [Route, string][]) for (const word of words.split(' ')) routes.set(word, route)

/** The route that a word of a name tells ("pen", "tablet"), if it tells one. */
export const routeOf = (word: string): Route | undefined => routes.get(word)

/** Whether a word (folded) may stand beside a drug's name without naming another one: a form, a dose, a pack, a filler. */
export const isForm = (word: string): boolean =>
  routes.has(word) || fillers.has(word) || /^u?\d+(?:st|nd|rd|th|x|mg|mcg|g|gm|ml|l|units?|iu|meq|kg|cc|h|hr|d|u)?$/.test(word)

/** A brand without the device, pack or salt at its end: "Humira Pen Crohn's-UC-HS" is Humira. */
export function withoutForm(brand: string): string {
  const words = brand
    .replace(/\([^)]*\)/g, '')
    .trim()
    .split(/\s+/)
  while (words.length > 1 && nameWords(words.at(-1) ?? '').every((word) => isForm(word) || isSalt(word))) words.pop()
  return words.join(' ')
}
