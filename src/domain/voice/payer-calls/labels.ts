import type { Token } from '../../../language/tokens.ts'

/** What words say of a figure beside them. */
export interface Label {
  from: number
  to: number
  kind:
    | 'benefit'
    | 'service'
    | 'scope'
    | 'network'
    | 'measure'
    | 'aside'
    | 'share'
    | 'exclusion'
    | 'inclusion'
    | 'doubt'
    | 'not'
    | 'correction'
    | 'neutral'
    | 'particular'
  value: string
}

type Lines = Record<string, string>

/** Phrases parted by commas; the longest that fits is taken, so "after the deductible" names no deductible. */
const benefits: Lines = {
  deductible: 'deductible, deductibles, deductable, ded, annual deductible, calendar year deductible, plan deductible, medical deductible',
  oop: 'out of pocket max, out of pocket maximum, out of pocket limit, out of pocket, oop, oop max, moop, maximum out of pocket, max out of pocket, stop loss, oop maximum, out of pockets, out of pocket amount, maximum oop, max oop, annual out of pocket, annual out of pocket max, annual out of pocket maximum, out of pocket max amount, out of pocket maximum amount',
  copay: 'copay, copays, co pay, co pays, copayment, copayments, co payment, co payments, copayed, copy pay',
  coinsurance: 'coinsurance, co insurance',
  other:
    'premium, premiums, allowance, lifetime maximum, annual maximum, lifetime max, annual max, benefit maximum, benefit max, penalty, out of pocket cost, out of pocket costs, out of pocket expense, out of pocket expenses, hsa, fsa, hra, reimbursement account, billed, billed amount, allowed amount, retail price, cash price, list price, balance, payment, discount, coupon, rebate, credit, gift card, copay card, copay cards, copay assistance, assistance program, copay max, copay maximum, initial coverage limit, coverage gap, catastrophic, maximum benefit, carryover, carry over',
}
const services: Lines = {
  pcp: 'primary care, primary care visit, primary care visits, primary care physician, primary care doctor, primary care provider, primary care office visit, primary care office visits, pcp, pcps, pcp visit, pcp visits, p c p, p c ps, regular doctor, family physician, own doctor, family doctor, family practice, general practitioner, primary doctor, primary physician',
  specialist:
    'specialist, specialists, specialist visit, specialist visits, specialist office visit, specialist office visits, specialist copay_, specialty visit, specialty visits, specialty office visit, specialty care, specialty physician, specialty doctor',
  pharmacy:
    'pharmacy, prescription, prescriptions, retail, retail pharmacy, drugstore, regular medications, regular medication, ordinary medications, ordinary prescriptions, regular prescriptions,  rx, prescription drug, prescription drugs, prescription medication, prescription medications, pharmacy benefit, part d',
  drug: 'drug, drugs, medication, medications, medicine, medicines',
  specialtyDrug:
    'specialty drug, specialty drugs, specialty medication, specialty medications, specialty tier, specialty pharmacy, specialty medicine, specialty medicines, specialty rx, specialty, tier four specialty, tier five specialty, tier 4 specialty, tier 5 specialty, specialty drug tier, specialty pharmacy drugs',
  tier1:
    'tier one, tier 1, tier i, generic, generics, generic drugs, generic medications, tier one generic, tier one generics, tier 1 generic, tier 1 generics, first tier, tier one drugs',
  tier2:
    'tier two, tier 2, tier ii, preferred brand, preferred brands, preferred brand name, preferred brand drugs, formulary brand, tier two preferred brand, tier 2 preferred brand, second tier, brand preferred, preferred brand name drugs, brand name preferred',
  tier3:
    'tier three, tier 3, tier iii, non preferred brand, non preferred brands, non preferred, nonpreferred, nonpreferred brand, nonpreferred brands, non preferred drugs, non preferred brand drugs, tier three non preferred, tier three non preferred brand, tier 3 non preferred brand, third tier, non preferred brand name, non formulary, non preferred brand name drugs, brand non preferred',
  other:
    'tier four, tier 4, tier five, tier 5, tier six, tier 6, tiers, tier, preferred specialty, non preferred specialty, preferred generic, preferred generics, non preferred generic, non preferred generics, emergency room, er, emergency, urgent care, hospital, inpatient, outpatient, surgery, surgeries, surgical, imaging, mri, mris, ct, ct scan, cat scan, x ray, x rays, lab, labs, lab work, laboratory, telehealth, telemedicine, virtual visit, virtual visits, virtual, therapy, physical therapy, occupational therapy, chiropractic, chiropractor, mental health, behavioral health, maternity, ambulance, dme, durable medical equipment, home infusion, home health, mail order, mail, mail order pharmacy, ninety days, ninety day, 90 days, 90 day, 90 day supply, ninety day supply, preventive, preventative, preventive care, preventative care, wellness, physical, physicals, annual physical, screening, skilled nursing, rehab, hospice, retail clinic, radiology, diagnostic, diagnostics, allergy, insulin, vaccine, vaccines, flu shot, immunizations, facility, admission, per day, anesthesia, dialysis, chemotherapy, observation, sleep study, acupuncture, nutrition, well child, convenience care, minute clinic, ambulatory, colonoscopy, mammogram',
}
services.brand = 'brand, brands, brand name, the brands'
services.office = 'office visit, office visits, doctor visit, doctor visits,  visit copay, office copay'
const scopes: Lines = {
  individual:
    'individual, individually, single, just him, just her, hers, just for him, just for her, one member, per person, a person, a member, an individual, individuals, per individual, per member, for one, one person, personally, himself, herself, his own, her own, for her, for him, individual level, self only, individual plan, employee only, each person',
  family:
    'family, a family, the whole family, whole family, familys, per family, families, household, family level, employee and family, family plan, employee and spouse, two person',
  both: 'individual and family, individual and the family, individual or family, both individual and family, individual and for the family',
}
const networks: Lines = {
  in: 'in network, in the network, network benefits, participating, participating provider, participating providers, par provider, within network, inside the network, preferred provider, network provider, network providers, within the network, innetwork',
  out: 'out of network, out of the network, outside network, outside the network, outside of network, outside of the network, oon, non participating, nonparticipating, non par, nonpar, non network, not in network, non preferred provider, non preferred providers, not participating, out network, out of net',
  both: 'in and out of network, in or out of network, in network and out of network, in and out network, both in and out of network, in network or out of network',
}
const measures: Lines = {
  met: "met, met so far, he's at, she's at, they're at, he is at, she is at, sitting at, currently at, paid in, has paid in, put in, paid in so far, used up, used up so far, gone toward, gone towards, gone to, went toward, went towards, counted toward, counted towards, in so far, put toward, put towards, has in, accums, accum, credited toward, accumulated toward, accumulated towards, satisfied so far, applied so far, applied towards, already met, met already, met to date, to date, has met, satisfied, accumulated, accumulated so far, accrued, credited, has been met, been met, applied, applied toward, applied to, toward, towards, so far, year to date, ytd, used, paid toward, paid towards, contributed, accumulator, accumulators, accumulation",
  remaining:
    'remaining, remains, remain, left, left to meet, left to satisfy, left on, left to pay, still left, remaining on, amount remaining, balance remaining, remaining balance, left over, still needs to meet, still has to meet, still to meet, remaining to meet, left to go, to go, outstanding, still owes, still has, left to pay, still owe, remainder',
  unclear:
    'owes, owe, has to pay, must pay, to meet, to be met, needs to meet, has to meet, must meet, need to be met, needs to be met, must be met, before, until, pay, carried over',
  paid: 'paid, has paid, have paid, spent',
}
const asides: Lines = {
  afterDeductible:
    'after deductible, after the deductible, after your deductible, after their deductible, after the deductible is met, after deductible is met, after the deductible has been met, after deductible has been met, after meeting the deductible, after they meet the deductible, after you meet the deductible, once the deductible is met, once deductible is met, once the deductible has been met, once they meet the deductible, subject to the deductible, subject to deductible, after the annual deductible, then after the deductible, after the plan deductible, after the individual deductible',
  noDeductible:
    "deductible waived, deductible is waived, the deductible is waived, deductible does not apply, deductible doesn't apply, the deductible does not apply, not subject to the deductible, not subject to deductible, no deductible applies, deductible not applicable, before the deductible, before deductible, without deductible, without the deductible, deductible applies, the deductible applies, deductible first, bypasses the deductible, no deductible needed",
  oopMet:
    'once the out of pocket, after the out of pocket, until the out of pocket, when the out of pocket, once out of pocket, after out of pocket, once you meet the out of pocket, once they meet the out of pocket, until out of pocket, once you reach, once they reach, reach the out of pocket',
}
const shares: Lines = {
  plan: "plan pays, we pay, plan covers, we cover, covered at, covers, insurance pays, insurance covers, pays, plan will pay, plan will cover, payable at, paid at, reimbursed at, benefits pay, plan pay, coverage is at, covered, we will pay, pay at, pays at, we'll pay, we'll cover, we pick up, picks up, pick up, we pay out, cover it at, cover that at, covered at a, plan share, plan responsibility",
  member:
    "member pays, patient pays, you pay, they pay, member responsibility, patient responsibility, member is responsible, patient is responsible, responsible for, responsibility, member's share, member share, patient's share, patient share, she pays, he pays, member owes, patient owes, member cost share, cost share, member will pay, patient will pay, they'd pay, he'd pay, she'd pay, you'd pay, he'll pay, she'll pay, she will pay, he will pay, she's got the, he's got the, she's responsible for, he's responsible for, member would pay, patient would pay, they would pay, they will pay, they'll pay, member's responsibility, patient's responsibility",
}
const exclusions: Lines = {
  past: 'was, were',
  year: "last year, previous year, prior year, next year, last year's, next year's, previous plan year, prior plan year, next plan year, last plan year, used to be, had a, will be changing, changes to, going up to, will go up, going to be, upcoming year, following year, in twenty twenty four, in twenty twenty five, in 2024, in 2025, in twenty twenty seven, in 2027, new year, starting january, old plan, previous plan, prior plan, used to have, upcoming plan, increases to, increase to, goes up, goes up to, goes down to, rises to, drops to, increases, after the first, after the third",
  kind: 'dental, vision, hearing, orthodontia, eye exam, eyewear, glasses, disability, life insurance, accident',
  person:
    "spouse, spouse's, wife, wife's, husband, husband's, son, son's, daughter, daughter's, dependent, dependents, dependent's, child, children, child's, other member, another member, other patient, another patient, mother, father, brother, sister, mother's, father's, someone else, wrong member, wrong patient",
  plan: 'secondary, secondary plan, secondary insurance, second plan, other plan, another plan, other insurance, other policy, second policy, different plan, medicare supplement, supplemental, most plans, other plans, some plans, tertiary',
  offer:
    'a month, per month, monthly, starting at, start at, starts at, starting from, as low as, save, savings, up to, at least, at most, minimum, no more than, less than, more than, capped, cap, between, ranging, range, ranges, per paycheck, each month, not to exceed, maximum of, max of, rewards, earn, combined total',
}
const inclusions: Lines = {
  year: 'this year, current year, currently, now, current plan year, this plan year, current',
  kind: 'medical, medical plan, medical benefits, health plan, medical coverage, medical side',
  plan: 'primary, primary plan, primary insurance, this plan, this policy, first plan',
  person: 'this member, this patient, your patient, the subscriber, the patient himself, the patient herself',
}
const doubts: Lines = {
  far: "i think, i believe, i guess, maybe, perhaps, probably, possibly, might, may be, not sure, i'm not certain, not certain, not positive, for example, for instance, let's say, say for example, typically, usually, normally, generally, often, i assume, assuming, suppose, hypothetically, estimate, estimated, approximately, approx, roughly, if i remember, if i recall, i'd guess, could be, varies, vary, depends, depending, don't know, do not know, you said, did you say, you told, somewhere, i'm guessing, not showing, can't see, cannot see, can't tell, example, don't quote me, double check, supposed to be, supposedly, i would say, i'd say, would've",
  near: 'and change, and some change, something, over, under, about, around, like, nearly, almost, or, some, several, couple, few, ballpark, plus or minus, or so, ish, or either',
  if: 'if, unless, whether, in case, when, were to, had been',
}
const others: Lines = {
  not: "not, isn't, isnt, wasn't, never, nor, aren't, don't, doesn't, haven't, hasn't, neither, rather than, instead of, no longer",
  strong:
    "correction, scratch that, i misspoke, let me correct, my mistake, strike that, ignore that, disregard that, i was wrong, that's wrong, that was wrong, wrong line, i misread, i read that wrong, looking at the wrong, that's not right, that is not right, let me correct that, i gave you the wrong, gave you the wrong, the wrong one, reading the wrong line, wrong screen, wrong column, i apologize that's, disregard, take that back, forget that",
  sorry:
    "sorry, i'm sorry, excuse me, wait, no wait, i mean, i meant, make that, pardon me, oops, i apologize, apologies, my apologies, my bad, hold on, hang on, no hang on, no hold on, oh wait, wait no, oh no sorry, no sorry",
  actually: 'actually, rather, no actually',
}
/** Phrases that only look like one of the above. */
const neutral =
  "sorry for, sorry about, sorry to, sorry i, wait time, wait times, hold on one, thank you for, or anything, member services, family name, let me see if, check if, see if, know if, if you have any, if you need, specialty pharmacy number, prescriber, when you are ready, when you're ready, whenever, if you're, if you would like, if you'd like, patient's name, in case you, anything else, medical and pharmacy, combined, subject to, brand new, no family, part b, part b drugs, part b drug, not a problem, why not, looks like, would like, feel like, sounds like, not only, outpatient setting, outpatient hospital setting, outpatient infusion, maximum"

/** What a number may be of that is no benefit. */
const particular =
  'reference number, reference, ref number, call reference number, call reference, confirmation number, confirmation, tracking number, ticket number, case number, claim number, member number, member id, member id number, id number, subscriber id, policy number, group number, account number, npi, npi number, tax id, tin, phone number, telephone number, fax number, fax, callback number, call back number, phone, extension, date of birth, birth date, birthday, dob, effective date, begin date, start date, term date, zip code, zip, age, diagnosis code, procedure code, code, bin, pcn, bin number, pcn number, street, suite, po box, quantity limit, visit limit, day supply'

const asked: [Label['kind'], Lines][] = [
  ['benefit', benefits],
  ['service', services],
  ['scope', scopes],
  ['network', networks],
  ['measure', measures],
  ['aside', asides],
  ['share', shares],
  ['exclusion', exclusions],
  ['inclusion', inclusions],
  ['doubt', doubts],
  ['neutral', { neutral }],
  ['particular', { particular }],
]
const otherKinds: [Label['kind'], string][] = [
  ['not', 'not'],
  ['correction', 'strong'],
  ['correction', 'sorry'],
  ['correction', 'actually'],
]

interface Meaning {
  kind: Label['kind']
  value: string
}
const phrases = new Map<string, Meaning>()
const phrasesOf = (list: string) => list.split(',').map((phrase) => phrase.trim().replaceAll('-', ' '))
for (const [kind, lines] of asked)
  for (const [value, list] of Object.entries(lines)) for (const phrase of phrasesOf(list)) phrases.set(phrase, { kind, value })
for (const [kind, value] of otherKinds) for (const phrase of phrasesOf(others[value] ?? '')) phrases.set(phrase, { kind, value })

/** How many words the longest phrase has that begins with a word. */
const longest = new Map<string, number>()
for (const phrase of phrases.keys()) {
  const words = phrase.split(' ')
  const first = words[0] ?? ''
  longest.set(first, Math.max(longest.get(first) ?? 0, words.length))
}

/** The labels among the words of a sentence, in order, none over another. */
export function labelsIn(words: readonly Token[]): Label[] {
  const labels: Label[] = []
  for (let at = 0; at < words.length; ) {
    const label = labelAt(words, at)
    if (label) labels.push(label)
    at = label?.to ?? at + 1
  }
  return labels
}

function labelAt(words: readonly Token[], from: number): Label | undefined {
  for (let length = longest.get(words[from]?.text ?? '') ?? 0; length > 0; length--) {
    const to = from + length
    if (to > words.length || words.slice(from + 1, to).some(({ after }) => after !== 'space')) continue
    const meaning = phrases.get(
      words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
    )
    if (meaning) return { from, to, ...meaning }
  }
  return undefined
}
