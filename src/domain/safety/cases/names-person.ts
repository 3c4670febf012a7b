/**
 * What names a person in a report: an e-mail address, a phone number, a member ID or another number of records, a date of birth, or a name
 * that is introduced as one. Each repetition is bounded, so a text is read in linear time.
 */
const details = [
  /[^\s@]{1,64}@[^\s@.]{1,100}\.[^\s@]{2,100}/u,
  // Seven digits or more, as people part them: phones, and numbers of records.
  /(?<!\d)\+?\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/u,
  // "W123456789", "MEM-1042": letters and four digits or more in one.
  /(?<![\p{L}\d])\p{L}{1,5}[- ]?\d{4,20}(?![\p{L}\d])/u,
  /\b(?:born|dob|d\.o\.b|date of birth|birth date|birthday|nacid[oa]|nac[ií]|fecha de nacimiento)\b[^\d\n]{0,40}\d/iu,
  /\b(?:member|policy|subscriber|insurance|patient|medical record|record|chart|mrn)\b[ ]?(?:id|number|no|nr|#)?[ .:#]{0,3}[a-z-]{0,5}\d{4}/iu,
  /\b(?:(?:my|his|her|their|whose) name(?: is|'s|’s|:)|name:|(?:is|am|are|was) (?:called|named)|i go by|me llamo|mi nombre es|se llama)[ ]{1,3}\p{L}{2}/iu,
  /\b(?:I am|I['’]m|[Tt]his is|[Ss]oy|[Mm]y (?:name|wife|husband|son|daughter|mother|father|mom|mum|dad|sister|brother|partner|friend|patient|child))(?: is)?,? \p{Lu}\p{Ll}{1,30}(?: \p{Lu}\.?)? \p{Lu}\p{Ll}{1,30}\b/u,
  /\b[Mm]y (?:wife|husband|son|daughter|mother|father|mom|mum|dad|sister|brother|partner|friend|patient|child),? \p{Lu}\p{Ll}{1,30}\b/u,
  /\b(?:Mr|Mrs|Ms|Miss|Sr|Sra)\.? \p{Lu}\p{Ll}{1,30}/u,
]

/** Whether a report tells who it is about or who can be asked, as far as its form shows it. A medicine's name is none. */
export const namesPerson = (text: string): boolean => details.some((detail) => detail.test(text))
