import { chatFigures } from '../../domain/chat/chat-figures.ts'
import { searchFigures } from '../../domain/library/search/search-figures.ts'
import { readCounted } from '../../platform/figures/read-counted.ts'
import { builder } from '../builder.ts'
import { toReadLibraryState, toReadPatients } from '../permissions.ts'
import { answerStats, count, type MeasuredFigures, share, statsTypes } from './stats.ts'

const ChatFigures = builder.interfaceRef<MeasuredFigures<keyof typeof chatFigures.measures>>('ChatFigures')
ChatFigures.implement({
  description: 'What is counted of the chat',
  fields: (t) => ({
    messages: t.int({ description: 'Messages of visitors; each has one answer', resolve: ({ measures }) => count(measures.messages) }),
    conversations: t.int({
      description: 'Conversations with such a message: one that goes on in the next interval counts in both',
      resolve: ({ measures }) => count(measures.conversations),
    }),
    answered: t.int({
      description: 'Questions that the library surely answered: neither uncertain ones, nor what broke off with an error',
      resolve: ({ measures }) => count(measures.answered),
    }),
    answeredShare: t.float({
      nullable: true,
      description: 'Surely answered ones of the questions that an answer was looked for, 0 to 1',
      resolve: ({ measures: { answered, searched } }) => share(answered, searched),
    }),
    unanswered: t.int({
      description: 'Questions that the library has no answer to',
      resolve: ({ measures }) => count(measures.unanswered),
    }),
    uncertain: t.int({
      description: 'Questions that the library answered only with passages that may not answer them',
      resolve: ({ measures }) => count(measures.uncertain),
    }),
    unansweredShare: t.float({
      nullable: true,
      description: 'Unanswered ones of the questions that an answer was looked for, 0 to 1',
      resolve: ({ measures: { unanswered, searched } }) => share(unanswered, searched),
    }),
    failed: t.int({ description: 'Answers that ended with an error', resolve: ({ measures }) => count(measures.failed) }),
    emergencies: t.int({ description: 'Messages that told of an emergency', resolve: ({ measures }) => count(measures.emergencies) }),
    adverseEvents: t.int({
      description: 'Messages that reported an adverse event',
      resolve: ({ measures }) => count(measures.adverseEvents),
    }),
    ratedAnswers: t.int({ description: 'Answers with feedback', resolve: ({ measures }) => count(measures.rated) }),
    helpfulShare: t.float({
      nullable: true,
      description: 'Helpful ones of the rated answers, 0 to 1',
      resolve: ({ measures: { helpful, rated } }) => share(helpful, rated),
    }),
    firstTokenMsP50: t.float({
      nullable: true,
      description: 'Milliseconds from a message to the first token of its answer: half of the answers were faster',
      resolve: ({ measures }) => measures.firstTokenP50,
    }),
    firstTokenMsP95: t.float({
      nullable: true,
      description: 'Milliseconds from a message to the first token of its answer: 95 % of the answers were faster',
      resolve: ({ measures }) => measures.firstTokenP95,
    }),
  }),
})

const chat = statsTypes({
  name: 'Chat',
  noun: 'chat messages',
  figures: ChatFigures,
  groupings: {
    query_type: { description: 'The class of the message' },
    answered_by: { description: '`fixed`, `local`, or the model' },
    state: { description: 'How the answer ended' },
    tier: { description: 'How sure the answer was; none for fixed answers' },
    widget_client: { description: 'The site whose widget was used, by its name' },
  },
})

const SearchFigures = builder.interfaceRef<MeasuredFigures<keyof typeof searchFigures.measures>>('SearchFigures')
SearchFigures.implement({
  description: 'What is counted of searches in the library',
  fields: (t) => ({
    searches: t.int({ description: 'Searches that were made', resolve: ({ measures }) => count(measures.searches) }),
    unanswered: t.int({ description: 'Searches without a good answer', resolve: ({ measures }) => count(measures.unanswered) }),
    unansweredShare: t.float({
      nullable: true,
      description: 'Unanswered ones of all searches, 0 to 1',
      resolve: ({ measures: { unanswered, searches } }) => share(unanswered, searches),
    }),
    withoutResult: t.int({ description: 'Searches that found nothing at all', resolve: ({ measures }) => count(measures.withoutResult) }),
    sessions: t.int({
      description: 'Sessions that searched: one counts once in each interval, and anew each day (UTC)',
      resolve: ({ measures }) => count(measures.sessions),
    }),
  }),
})

const search = statsTypes({
  name: 'Search',
  noun: 'searches',
  figures: SearchFigures,
  groupings: { outcome: { description: '`answered`; `weak`: results, but no good answer; `none`: no result' } },
})

builder.queryFields((t) => ({
  chatStats: t.field({
    type: chat.stats,
    authScopes: toReadPatients,
    description: 'Figures of the chat, by the time of the messages',
    args: { input: t.arg({ type: chat.input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readCounted(work.session, chatFigures, question)),
  }),
  searchStats: t.field({
    type: search.stats,
    authScopes: toReadLibraryState,
    description: 'Figures of searches in the library, by their quarter hour, as long as the log of queries is kept',
    args: { input: t.arg({ type: search.input, required: true, description: 'Range, interval, time zone and grouping' }) },
    resolve: (_root, args, { work }) => answerStats(args.input, (question) => readCounted(work.session, searchFigures, question)),
  }),
}))
