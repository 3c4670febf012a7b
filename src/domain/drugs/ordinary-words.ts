import { itemsOf, tableRows } from '../../platform/table-file.ts'

/**
 * Names of drugs, spaced as they are said, that mean something else in most talk: everyday words, people's names, parts
 * and products of the body, what is measured in blood, food. Found by running conversations and articles without drugs
 * through `findMedications` and by comparing all names with a list of English words. Longer names that contain one ("armour
 * thyroid") are found nevertheless, and a name that is looked up on its own is never stopped.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  [
    'camila|dotti|ella|hailey|leena|nikki|portia|tobi|yasmin|zarah',
    'activate|adenosine|albumin|alcohol|amethyst|betaine|caffeine|cambia|capex|chorionic gonadotropin|coagulation factor x',
    'collagenase|core g|corticotropin|crest or|cysteamine|cysteine|dextrose|differ in|dopamine|estrogens|estrone|ethanol',
    'ethanolamine|factor x|fluoride|focal in|gallium|glucose|glutamine|hcg|h c g|heat her|heather|hemin|hypertonic|image nt',
    'intermezzo|intron|iodine|l r|lr|m use|make na|muse|niacin|nicotine|norepinephrine|oral air|oral one|or alone',
    'parathyroid hormone|plasminogen|potassium|prolate|quartette|real o|realo|renal|retina|secretin|seven fact|sodium|sonata|tabloid',
    'test im|test red|thyroid|urea|us tell|b12|b 12|bum ex|d he|dh e|nor flex|versed|vasopressin|vitamin b12|vitamin b 12|vitamin b1|vitamin b 1|vitamin b6|vitamin b 6',
    'vitamin c|vitamin d|vitamin d3|vitamin d 3|vitamin e|vitamin k|von willebrand factor|von willebrand factor complex',
  ].flatMap((line) => itemsOf(line)),
)

/** Words that are never taken for a misspelt name of a drug (`not-misspelt-drugs.txt`). */
export const notMisspelt: ReadonlySet<string> = new Set(tableRows(new URL('not-misspelt-drugs.txt', import.meta.url)).flat())
