import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { haveSharedData, sharedData } from '../corpora/shared-data.ts'
import { type Result, rowByRow } from '../measured.ts'
import { type Round, roundsOf, shareWhere } from './rounds.ts'
import { type RunningService, runningService } from './running-service.ts'

interface Answerable {
  id: string
  earlier?: string[]
  question: string
  kind: string
  document: string
  section: string
  /** Of each fact, one of these wordings has to be in the answer. */
  facts: string[][]
  not?: string[]
}

type Unanswerable = Pick<Answerable, 'id' | 'earlier' | 'question' | 'kind'>

/** What the chat made of a question: an answer, passages that it is not certain of, or nothing. */
interface Reply {
  tier: 'answer' | 'uncertain' | 'none'
  text: string
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[‘’]/g, "'")
    .replace(/[–—‑]/g, '-')

const samples = join(import.meta.dirname, '../../prisma/seed/library')
const folders = () => [
  samples,
  ...(haveSharedData('content_library')
    ? ['us_labels_json', 'us_labels_html', 'eu_leaflets_html', 'pdf'].map((kind) => join(sharedData('content_library'), kind))
    : []),
]

async function addDocuments(service: RunningService, files: readonly string[]): Promise<void> {
  for (const name of files) {
    const path = folders()
      .map((folder) => join(folder, basename(name)))
      .find(existsSync)
    if (!path) throw new Error(`There is no document ${name}.`)
    const file = { name: basename(name), content: readFileSync(path).toString('base64') }
    const input = { from: { file }, ...metadataBeside(path) }
    await service.graphql('mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }', { input }, '/graphql/upload')
  }
  for (;;) {
    const { libraryStatus: status } = await service.graphql(
      '{ libraryStatus { queuedSources pendingItems itemCount model configuredModel } }',
    )
    if (status.queuedSources === 0 && status.pendingItems === 0 && status.model === status.configuredModel) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function metadataBeside(path: string): object {
  const meta = path.replace(/\.\w+$/, '.meta.json')
  if (!existsSync(meta)) return {}
  const { title, url, video_id, video_duration_seconds } = JSON.parse(readFileSync(meta, 'utf8'))
  return { title, url, videoId: video_id, videoDurationSeconds: video_duration_seconds }
}

const tierOf = ({ answer, tier }: { answer: string; tier: string | null }): Reply['tier'] => {
  if (tier === 'uncertain') return 'uncertain'
  return tier === 'not_found' || /^(?:I don't have that|No tengo|I can only help|I can't)/.test(answer) ? 'none' : 'answer'
}

async function ask(service: RunningService, { earlier = [], question }: Unanswerable): Promise<Reply> {
  const { session_token: sessionToken } = await service.widget('session', {})
  const send = (message: string) =>
    service.asVisitor('mutation($input: SendChatMessageInput!) { sendChatMessage(input: $input) { answer tier } }', {
      input: { message, sessionToken },
    })
  for (const message of earlier) await send(message)
  const { sendChatMessage: reply } = await send(question)
  return { tier: tierOf(reply), text: reply.answer }
}

const holdsFact = (text: string, wordings: readonly string[]) => wordings.some((wording) => text.includes(plain(wording)))
const holdsAll = (text: string, { facts }: Answerable) => facts.every((wordings) => holdsFact(plain(text), wordings))
const holdsSome = (text: string, { facts }: Answerable) => facts.some((wordings) => holdsFact(plain(text), wordings))

function answerable({ name, kind, rows }: Round<Answerable>, replies: readonly Reply[]): Result {
  const read = rows.map((row, index) => {
    const { tier, text } = replies[index] as Reply
    const right = tier === 'answer' && holdsAll(text, row)
    // Several parts of which one is answered, or the right passage shown with doubt.
    const helpful = tier !== 'none' && !right && holdsSome(text, row)
    return { ...row, tier, text, right, helpful, wrong: tier === 'answer' && !right && !helpful }
  })
  const all = () => true
  const figures = [
    `right ${shareWhere(read, all, ({ right }) => right)}`,
    `right or helpful ${shareWhere(read, all, ({ right, helpful }) => right || helpful)}`,
    `wrong ${shareWhere(read, all, ({ wrong }) => wrong)}`,
    `passages that do not help ${shareWhere(read, all, ({ tier, helpful }) => tier === 'uncertain' && !helpful)}`,
    `declined ${shareWhere(read, all, ({ tier }) => tier === 'none')}`,
  ].join(', ')
  if (process.env.ROUND_REPLIES)
    for (const { id, question, tier, right, helpful, facts, text } of read)
      if (!right)
        process.stdout.write(
          `\n${id} ${tier}${helpful ? ' (helpful)' : ''}: ${question}\n  wants ${JSON.stringify(facts)}\n  > ${text.replaceAll('\n', '\n  > ')}\n`,
        )
  return rowByRow(
    `round ${name}: answerable`,
    kind,
    read,
    ({ id, kind: of, question, tier }) => `${id} (${of}, ${tier}): ${question}`,
    ({ right, helpful }) => right || helpful,
    `; ${figures}`,
  )
}

function unanswerable({ name, kind, rows }: Round<Unanswerable>, replies: readonly Reply[]): Result {
  const read = rows.map((row, index) => ({ ...row, ...(replies[index] as Reply) }))
  if (process.env.ROUND_REPLIES)
    for (const { id, question, tier, text, kind: of } of read)
      if (tier !== 'none') process.stdout.write(`\n${id} ${of} ${tier}: ${question}\n  > ${text.replaceAll('\n', '\n  > ')}\n`)
  const shown = `; shown passages with doubt ${shareWhere(
    read,
    () => true,
    ({ tier }) => tier === 'uncertain',
  )}, answered ${shareWhere(
    read,
    () => true,
    ({ tier }) => tier === 'answer',
  )}`
  return rowByRow(
    `round ${name}: not in the library`,
    kind,
    read,
    ({ id, kind: of, question, tier }) => `${id} (${of}, ${tier}): ${question}`,
    ({ tier }) => tier !== 'answer',
    shown,
  )
}

/** Questions to the chat without a model, over the sample library and public labels and leaflets; the real service answers. */
export async function measure(): Promise<Result[]> {
  const results: Result[] = []
  const others = roundsOf<Unanswerable>('chat-unanswerable.jsonl')
  for (const round of roundsOf<Answerable>('chat-answerable.jsonl')) {
    const service = await runningService('chat')
    const { documents }: { documents: string[] } = JSON.parse(readFileSync(join(round.folder, 'library.json'), 'utf8'))
    await addDocuments(service, documents)
    const repliesTo = async (rows: readonly Unanswerable[]) => {
      const replies: Reply[] = []
      for (const row of rows) replies.push(await ask(service, row))
      return replies
    }
    results.push(answerable(round, await repliesTo(round.rows)))
    const other = others.find(({ name }) => name === round.name)
    if (other) results.push(unanswerable(other, await repliesTo(other.rows)))
    await service.stop()
  }
  return results
}
