import { nameWords } from '../../language/folding.ts'

const maxNameLength = 200

const genericWords = new Set(
  `insurance insurer health healthcare care plan plans company co corp corporation inc llc ppo hmo epo pos hdhp hsa choice
  select plus gold silver bronze premier commercial group community network national federal of and the a my for is it part
  pharmacy advantage ma complete mutual
  alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa
  kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio
  oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming carolina dakota hampshire
  jersey mexico york island rhode new north south west east city
  al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd
  tn tx ut vt va wa wv wi wy dc`.split(/\s+/),
)

/** The words of a payer's name in lower case, without accents and punctuation. Reads the first 200 characters. */
export const payerWords = (name: string): string[] => nameWords(name.slice(0, maxNameLength))

/** Whether a word only says what a payer is, which plan it is or where ("insurance", "PPO", "Kansas"). */
export const isGenericWord = (word: string): boolean => genericWords.has(word)
