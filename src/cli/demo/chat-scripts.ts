/** What visitors ask, a conversation a row; most can be answered from the sample library, some cannot. */
export const conversations: { messages: string[]; helpful?: boolean; comment?: string }[] = [
  { messages: ['How do I store Emgality?', 'Can I take it on a plane?'], helpful: true, comment: 'Just what I needed' },
  { messages: ['What are the common side effects of Taltz?'], helpful: true },
  { messages: ['How often do I take Stelara?', 'What if I miss a dose?'] },
  { messages: ['How can I pay less for my medicine?', 'Am I eligible with Medicare?'], helpful: true },
  { messages: ['I have had a rash and my face feels swollen since my Taltz injection'] },
  { messages: ['Is Emgality safe with red wine?'], helpful: false, comment: 'I still do not know' },
  { messages: ['How do I enroll in the support program?'], helpful: true },
  { messages: ['¿Cómo guardo Emgality?'] },
  { messages: ['What is the weather tomorrow?'] },
  { messages: ['Where can I throw away the used pens?', 'Do you send sharps containers?'], helpful: true },
  { messages: ['Should I stop taking Stelara before surgery?'], helpful: false },
  { messages: ['My chest hurts and I cannot breathe'] },
  { messages: ['How does prior authorization work?', 'How long does it take?'], helpful: true },
  { messages: ['Does Taltz come as a tablet?'], helpful: false, comment: 'It talks about something else' },
  { messages: ['Hello', 'Who can show me how to inject?'] },
  { messages: ['I threw up twice after my Emgality dose, is that normal?'] },
  { messages: ['Can I get Ozempic through you?'], helpful: false },
  { messages: ['What is the dose of Emgality for cluster headache?'], helpful: true },
  { messages: ['When will my delivery arrive?', 'I will not be at home that day'] },
  { messages: ['Can I leave Stelara out of the refrigerator?'], helpful: true },
]

/** Searches, with some that the library has nothing for. */
export const searches = [
  'storing emgality while traveling',
  'taltz side effects',
  'copay card',
  'missed dose',
  'sharps disposal',
  'parking at the clinic',
  'covid vaccine timing',
  'refund of shipping costs',
  'keto diet',
  'change my delivery address',
]
