const salts = new Set(
  `acetate acetonide anhydrous axetil besylate bisulfate bitartrate bromide butyrate calcium camsylate carbonate chloride
  cilexetil citrate cypionate decanoate dihydrate dihydrochloride diphosphate dipropionate disodium disoproxil edisylate enanthate estolate
  ethylsuccinate etexilate fumarate furoate gluconate hbr hcl hemihydrate hexacetonide hyclate hydrobromide hydrochloride hydroxide
  isethionate lactate lactobionate lysine magnesium malate maleate meglumine mesylate methylsulfate monohydrate mononitrate mucate
  napsylate nitrate olamine oleate oxalate palmitate pamoate phosphate pivalate polistirex potassium propionate saccharate salicylate
  sodium stearate succinate sulfate sulfonate tartrate tebutate tosylate trihydrate tromethamine undecanoate valerate xinafoate zinc`.split(
    /\s+/,
  ),
)

// Drugs that are a metal and its salt: taking one off would leave another drug, or none.
const minerals = new Set([
  'sodium',
  'potassium',
  'calcium',
  'magnesium',
  'ferric',
  'ferrous',
  'iron',
  'zinc',
  'lithium',
  'arsenic',
  'acetic',
  'ammonium',
  'aluminum',
  'silver',
  'lanthanum',
  'bismuth',
  'edetate',
  'dimethyl',
  'monomethyl',
  'diroximel',
])

/** Whether a word only says with what a drug is combined chemically ("hydrochloride"). */
export const isSalt = (word: string): boolean => salts.has(word)

/** The drug without its salts: "vancomycin hydrochloride" is vancomycin, "ampicillin sodium/sulbactam sodium" ampicillin/sulbactam. */
export function withoutSalts(ingredient: string): string {
  return ingredient
    .split('/')
    .map((part) => {
      const words = part.split(' ')
      while (words.length > 1 && !minerals.has(words[0] ?? '') && isSalt(words.at(-1) ?? '')) words.pop()
      return words.join(' ')
    })
    .join('/')
}

/** The drug without the four letters that the FDA gives to each maker's biologic: "infliximab-dyyb" is infliximab. */
const withoutSuffix = (ingredient: string): string => ingredient.replace(/-[a-z]{4}$/, '')

/** What brand and generic, original and biosimilar have in common. */
export const baseIngredient = (ingredient: string): string => withoutSuffix(withoutSalts(ingredient))
