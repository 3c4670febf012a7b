import type { Person } from './people.ts'

/** One side's words. `agent` is the voice agent, `user` whoever it speaks with. */
export type Turn = readonly [speaker: 'agent' | 'user', text: string]

/** A function that the agent runs in the call. */
interface FunctionCall {
  name: string
  /** Beside the patient's number, where `forPatient`. */
  parameters: Record<string, unknown>
  forPatient?: boolean
}

export interface CallScript {
  direction?: 'outbound'
  /** To a payer, about the patient. */
  toPayer?: boolean
  status?: string
  /** Looks the caller up with the right details, with wrong ones, or not at all. */
  identity?: 'right' | 'wrong'
  functions?: FunctionCall[]
  turns: Turn[]
}

const hello = ({ firstName, lastName }: Person): Turn[] => [
  ['agent', 'Thank you for calling the support program. This call is recorded. May I have your name, date of birth and member ID?'],
  ['user', `Sure, this is ${firstName} ${lastName}, and I have the card here.`],
  ['agent', `Thank you, ${firstName}. I have found your record. How can I help?`],
]

type Write = (person: Person, medicine: string) => CallScript

/** What calls are about, in the order in which they come round. */
export const scripts: Write[] = [
  (person, medicine) => ({
    identity: 'right',
    functions: [{ name: 'verify_benefits', parameters: { medication: medicine }, forPatient: true }],
    turns: [
      ...hello(person),
      ['user', `I want to know what my plan pays for ${medicine} and how much of my deductible is left.`],
      ['agent', `Let me check. Your coverage is active, and ${medicine} is covered under your specialty benefit.`],
      ['user', 'Oh good, that is a relief. Thank you so much, that was really helpful.'],
      ['agent', 'You are welcome. Have a good day.'],
    ],
  }),
  (person, medicine) => ({
    identity: 'right',
    functions: [
      { name: 'check_pa_requirements', parameters: { medication: medicine }, forPatient: true },
      { name: 'verify_benefits', parameters: { medication: medicine }, forPatient: true },
    ],
    turns: [
      ...hello(person),
      ['user', `My pharmacy says ${medicine} needs a prior authorization. What does that mean?`],
      [
        'agent',
        `Your plan wants to approve ${medicine} first. Prior authorization is required, and your doctor sends the form with your history.`,
      ],
      ['user', 'And how long does that take? I am nearly out.'],
      ['agent', 'Usually a few business days. I will ask a benefits specialist to follow up with your doctor.'],
    ],
  }),
  (person, medicine) => ({
    identity: 'right',
    functions: [
      {
        name: 'flag_adverse_event',
        parameters: {
          event_description: `Rash on both arms and itching since the second dose of ${medicine}.`,
          severity: 'moderate',
          medication_name: medicine,
          symptoms: ['rash', 'itching'],
        },
        forPatient: true,
      },
    ],
    turns: [
      ...hello(person),
      ['user', `Since my second dose of ${medicine} I have had a rash on both arms, and it itches a lot.`],
      ['agent', 'I am sorry to hear that. I have noted it for our safety team. Please contact your doctor soon.'],
      ['user', 'Okay. I was a bit worried, so thank you.'],
    ],
  }),
  (person) => ({
    identity: 'right',
    functions: [
      {
        name: 'request_callback',
        parameters: { preferred_time: 'tomorrow morning', reason: 'Wants to talk to a nurse about injecting' },
        forPatient: true,
      },
    ],
    turns: [
      ...hello(person),
      ['user', 'I would rather talk to a nurse about the injection. Can somebody call me back tomorrow morning?'],
      ['agent', 'Of course. A nurse will call you back tomorrow morning at the number on file.'],
      ['user', 'Great, thanks.'],
    ],
  }),
  (person, medicine) => ({
    identity: 'right',
    functions: [
      {
        name: 'send_follow_up_email',
        parameters: { subject: 'Your next steps', topics: [`Storing ${medicine}`, 'Copay card'] },
        forPatient: true,
      },
    ],
    turns: [
      ...hello(person),
      ['user', `Can you send me how to store ${medicine} and how to sign up for the copay card?`],
      ['agent', 'Yes. I will send you an email with both. Is there anything else?'],
      ['user', 'No, that is all I needed. You have been wonderful.'],
    ],
  }),
  ({ firstName, lastName }) => ({
    identity: 'wrong',
    functions: [{ name: 'verify_benefits', parameters: {} }],
    turns: [
      ['agent', 'Thank you for calling the support program. May I have your name, date of birth and member ID?'],
      ['user', `${firstName} ${lastName}. I do not have my card with me, I think it starts with DMO.`],
      ['agent', 'I am sorry, I could not verify your identity with these details, so I cannot share anything about the record.'],
      ['user', 'Fine, I will call again when I have it.'],
    ],
  }),
  () => ({ direction: 'outbound', status: 'no-answer', turns: [] }),
  (person) => ({
    direction: 'outbound',
    toPayer: true,
    turns: [
      ['agent', `Hello, I am calling from the support program to verify benefits for a member, ${person.firstName} ${person.lastName}.`],
      ['user', 'Sure. The coverage is active. The individual deductible is 1,500 dollars, and 400 dollars of it has been met.'],
      ['agent', 'And the out of pocket maximum?'],
      ['user', 'The individual out of pocket maximum is 6,000 dollars. The specialist copay is 50 dollars.'],
      ['agent', 'Thank you. May I have a reference number for this call?'],
      ['user', 'The reference number is D 4 4 1 7.'],
    ],
  }),
  (person, medicine) => ({
    identity: 'right',
    functions: [{ name: 'verify_benefits', parameters: { medication: medicine }, forPatient: true }],
    turns: [
      ...hello(person),
      ['user', 'This is the third time I am calling about my refill, and I am really frustrated with how long this takes.'],
      ['agent', 'I am sorry. I see that the request is with your plan. I will have a specialist look at it today.'],
      ['user', `By the way, I fainted after the last ${medicine} injection and they took me to the hospital overnight.`],
      ['agent', 'Thank you for telling me. If that happens again, please call 911.'],
      ['user', 'This is not acceptable. I want a supervisor to call me.'],
    ],
  }),
  () => ({
    direction: 'outbound',
    turns: [
      ['agent', 'Hello, this is the support program. May I speak with the person who is enrolled?'],
      ['user', 'You have the wrong number, nobody of that name lives here.'],
      ['agent', 'I apologize. We will correct our records. Goodbye.'],
    ],
  }),
  (person, medicine) => ({
    identity: 'right',
    functions: [
      {
        name: 'flag_adverse_event',
        parameters: { event_description: `Redness where ${medicine} was injected`, severity: 'annoying' },
        forPatient: true,
      },
      {
        name: 'flag_adverse_event',
        parameters: {
          event_description: `Redness where ${medicine} was injected`,
          severity: 'mild',
          medication_name: medicine,
          symptoms: ['injection site redness'],
        },
        forPatient: true,
      },
    ],
    turns: [
      ...hello(person),
      ['user', `The place where I injected ${medicine} is a little red. Is that normal?`],
      ['agent', 'Redness where you injected is common. I have noted it. Please contact your doctor if it gets worse.'],
      ['user', 'Perfect, thank you, that helps.'],
    ],
  }),
]

/** What is said while a call goes on, round after round, for `--live`. */
export const liveTurns = (person: Person, medicine: string): Turn[] => [
  ...hello(person),
  ['user', `I have a question about ${medicine}. My pharmacy wants a prior authorization.`],
  ['agent', 'Let me look at what your plan asks for.'],
  ['user', 'I tried another medicine first and it did not work for me.'],
  ['agent', 'That helps. Your doctor can put that on the form.'],
  ['user', 'Also, since last week I have had a headache and felt dizzy after the injection.'],
  ['agent', 'I am sorry to hear that. I will note it for our safety team.'],
  ['user', 'Thank you, I appreciate that.'],
  ['agent', 'Is there anything else that I can do for you?'],
  ['user', 'What would my copay be?'],
  ['agent', 'One moment please, I am checking your benefits.'],
]
