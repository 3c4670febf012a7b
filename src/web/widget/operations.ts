// What the widget asks of /graphql. docs/contract.md, Chat and Content.

const resource = `resources { type title
  ... on WebResource { url sectionType } ... on VideoResource { videoId timestampSeconds timestampDisplay } }`

const events = `{ kind: __typename
  ... on ChatResources { messageId sessionToken ${resource} }
  ... on ChatToken { token }
  ... on ChatDone { messageId sessionToken tier queryType offersCallback byPerson }
  ... on ChatError { message code } }`

export const operations = {
  session: `mutation($pageUrl: String) { session: createChatSession(input: { pageUrl: $pageUrl }) {
    sessionToken clientName welcomeMessage placeholderText primaryColor callbackConsent } }`,
  chat: `subscription($message: String!, $sessionToken: String, $pageUrl: String, $requestKey: String) {
    event: chat(message: $message, sessionToken: $sessionToken, pageUrl: $pageUrl, requestKey: $requestKey) ${events} }`,
  chatAnswer: `subscription($sessionToken: String!, $messageId: Int!) {
    event: chatAnswer(sessionToken: $sessionToken, messageId: $messageId) ${events} }`,
  history: `query($sessionToken: String!) { history: chatHistory(sessionToken: $sessionToken) { messages {
    id role content ... on AssistantMessage { tier queryType complete offersCallback person ${resource} } } } }`,
  person: `subscription($sessionToken: String!) { event: chatPerson(sessionToken: $sessionToken) { name
    messages { id role content ... on AssistantMessage { person } } } }`,
  suggestions: 'query($q: String!) { found: suggestions(q: $q, limit: 6) { suggestions } }',
  search: `query($query: String!) { found: search(query: $query, limit: 8) { results {
    id title excerpt sectionHeader sectionType sourceUrl ... on VideoResult { videoId timestampStart timestampDisplay } } } }`,
  callback: `mutation($sessionToken: String!, $phoneNumber: String!, $preferredTime: CallbackTime!, $consent: String!) {
    asked: askForCallback(input: { sessionToken: $sessionToken, phoneNumber: $phoneNumber, preferredTime: $preferredTime, consent: $consent }) { phoneNumber } }`,
  rate: `mutation($sessionToken: String!, $messageId: Int!, $helpful: Boolean!, $comment: String) {
    rated: rateChatAnswer(input: { sessionToken: $sessionToken, messageId: $messageId, helpful: $helpful, comment: $comment }) { safetyMessage } }`,
}

export interface Resource {
  type: string
  title: string
  url?: string | null
  sectionType?: string
  videoId?: string | null
  timestampSeconds?: number | null
  timestampDisplay?: string | null
}

export type Tier = 'answer' | 'uncertain' | 'not_found' | null

export interface SearchHit {
  id: string
  title: string
  excerpt: string
  sectionHeader: string | null
  sectionType: string
  sourceUrl: string | null
  videoId?: string | null
  timestampStart?: number | null
  timestampDisplay?: string | null
}

export type ChatEvent =
  | { kind: 'ChatResources'; messageId: number; sessionToken: string; resources: Resource[] }
  | { kind: 'ChatToken'; token: string }
  | { kind: 'ChatDone'; messageId: number; sessionToken: string; tier: Tier; queryType: string; offersCallback: boolean; byPerson: boolean }
  | { kind: 'ChatError'; message: string; code: string }
