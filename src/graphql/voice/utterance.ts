import { emotionalStates } from '../../domain/voice/insights/sentiment-of.ts'
import { utteranceText } from '../../domain/voice/sealed-columns.ts'
import { builder } from '../builder.ts'
import { pagesOf } from '../lists.ts'
import { edge } from '../permissions.ts'

const EmotionalState = builder.enumType('EmotionalState', {
  description: 'What feeling the words show',
  values: Object.fromEntries(emotionalStates.map((state) => [state, { description: `The speaker is ${state}` }])) as Record<
    (typeof emotionalStates)[number],
    { description: string }
  >,
})

export const Utterance = builder.prismaObject('Utterance', {
  description: 'Something said during a call, with what was found in it',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Our number of it' }),
    voiceCallId: t.exposeInt('voiceCallId', { description: 'The call that it was said in' }),
    voiceCall: t.relation('voiceCall', { ...edge, description: 'That call' }),
    speaker: t.exposeString('speaker', { description: 'Who said it: user, agent, or as the platform names them' }),
    text: t.string({
      description: 'The words',
      resolve: ({ voiceCallId, sealedText }, _args, { work }) => work.session.fields.open(utteranceText, voiceCallId, sealedText),
    }),
    spokenAt: t.expose('spokenAt', { type: 'DateTime', description: 'When it was said' }),
    topics: t.exposeStringList('topics', { description: 'What is spoken of' }),
    medications: t.exposeStringList('medications', { description: 'Medicines that are named' }),
    jcodes: t.field({
      type: 'StringMap',
      description: 'Medication name to J-code',
      resolve: ({ jcodes }) => jcodes as Record<string, string>,
    }),
    emotionalState: t.field({
      type: EmotionalState,
      description: 'What feeling the words show',
      resolve: ({ emotionalState }) => emotionalState as (typeof emotionalStates)[number],
    }),
    sentimentScore: t.exposeFloat('sentimentScore', { description: '-1 to 1' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was received' }),
  }),
})

export const UtteranceConnection = pagesOf(Utterance, 'A page of utterances', 'An utterance of a page, with its place in the call')
