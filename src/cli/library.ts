import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { CommandError, graphql, idOf, nodes, type Page } from './client.ts'
import type { SourceMetadata } from './meta-file.ts'
import { progressBar } from './progress-bar.ts'
import { filesAt, readSource, type SourceFile } from './source-files.ts'

interface Source {
  id: number
  locator: string
  state: 'queued' | 'ready' | 'failed'
  error: string | null
  itemCount: number
  skipped: { place: string; reason: string }[]
}

const sourceFields = 'id locator state error itemCount skipped { place reason }'

/** What is named on the command line and was refused before it got into the library. */
interface RefusedSource {
  name: string
  reason: string
}

async function add(input: object): Promise<number> {
  const document = 'mutation($input: AddSourceInput!) { addSource(input: $input) { source { id } } }'
  const { addSource } = await graphql<{ addSource: { source: { id: number } } }>(document, { input }, '/graphql/upload')
  return addSource.source.id
}

/** Brings every file and address in; one that is refused does not keep the others out. */
async function addAll(places: string[], metadata: SourceMetadata) {
  const ids: number[] = []
  const refused: RefusedSource[] = []
  const attempt = async (name: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      refused.push({ name, reason: error.message })
    }
  }
  const take = async (input: object) => ids.push(await add({ ...input, ...metadata }))
  const bar = progressBar('adding')
  for (const [index, place] of places.entries()) {
    const isAddress = /^https?:\/\//i.test(place)
    let files: SourceFile[] = []
    await attempt(place, async () => {
      if (isAddress) await take({ from: { address: place } })
      else files = await filesAt(place)
    })
    for (const [done, file] of files.entries()) {
      await attempt(file.name, async () => {
        const { name, content, ...told } = await readSource(file)
        await take({ from: { file: { name, content } }, ...told })
      })
      bar.show((index + (done + 1) / files.length) / places.length, file.name)
    }
  }
  bar.end()
  return { ids: [...new Set(ids)], refused }
}

/** Waits until the sources are read and their items can be found by meaning as well as by words. */
async function untilSearchable(ids: number[]): Promise<Source[]> {
  const bar = progressBar('reading and embedding')
  let toEmbed = 0
  for (;;) {
    const sources: Source[] = []
    for (let from = 0; from < ids.length; from += 1000) {
      const { contentSources } = await graphql<{ contentSources: Page<Source> }>(
        `query($ids: [Int!]!) { contentSources(filter: { ids: $ids }, first: 1000) { edges { node { ${sourceFields} } } } }`,
        { ids: ids.slice(from, from + 1000) },
      )
      sources.push(...nodes(contentSources))
    }
    const { libraryStatus } = await graphql<{ libraryStatus: { pendingItems: number } }>('{ libraryStatus { pendingItems } }')
    const read = sources.filter(({ state }) => state !== 'queued').length
    const { pendingItems } = libraryStatus
    toEmbed = Math.max(toEmbed, pendingItems)
    bar.show(
      (read / sources.length) * (toEmbed === 0 ? 1 : 1 - pendingItems / toEmbed),
      `${read} of ${sources.length} sources read, ${pendingItems} items to embed`,
    )
    if (read === sources.length && pendingItems === 0) {
      bar.end()
      return sources
    }
    await setTimeout(400)
  }
}

function summary(sources: Source[], refused: RefusedSource[]): void {
  const items = sources.reduce((sum, { itemCount }) => sum + itemCount, 0)
  console.log(`${sources.length} sources, ${items} items searchable.`)
  for (const { locator, skipped } of sources) {
    for (const { place, reason } of skipped.slice(0, 10)) console.log(`skipped  ${locator}, ${place}: ${reason}`)
    if (skipped.length > 10) console.log(`skipped  ${locator}: ${skipped.length - 10} more`)
  }
  const failed = [...refused, ...sources.flatMap(({ locator, error }) => (error === null ? [] : [{ name: locator, reason: error }]))]
  for (const { name, reason } of failed) console.error(`failed   ${name}: ${reason}`)
  if (failed.length > 0) process.exitCode = 1
}

interface SearchHit {
  title: string
  sectionHeader: string | null
  excerpt: string
  sourceUrl: string | null
  relevanceScore: number
  sectionType: string
}

interface AddOptions {
  title?: string
  url?: string
  videoId?: string
  duration?: string
  thumbnail?: string
}

/** `care library …`: what the widget searches. */
export function libraryCommands(program: Command): void {
  const library = program.command('library').description('the content library')

  library
    .command('add <path-or-url...>')
    .description('add files, folders and addresses, and wait until they are searchable; adding again updates')
    .option('--title <title>', 'for a single source')
    .option('--url <url>', 'the public address to cite, for a single source')
    .option('--video-id <id>', 'of the video that a transcript belongs to')
    .option('--duration <seconds>', 'of the video')
    .option('--thumbnail <url>', 'of the video')
    .action(async (places: string[], { title, url, videoId, duration, thumbnail }: AddOptions) => {
      const given = {
        title,
        url,
        videoId,
        thumbnailUrl: thumbnail,
        videoDurationSeconds: duration === undefined ? undefined : Number(duration),
      }
      const metadata = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      if (Object.keys(metadata).length > 0 && places.length > 1) throw new CommandError('These options describe one source; add it alone.')
      const { ids, refused } = await addAll(places, metadata)
      summary(ids.length === 0 ? [] : await untilSearchable(ids), refused)
    })

  library
    .command('list')
    .description('show the sources')
    .action(async () => {
      const { contentSources } = await graphql<{ contentSources: Page<object> }>(
        '{ contentSources(first: 1000) { edges { node { id state itemCount format locator title error } } } }',
      )
      console.table(nodes(contentSources))
    })

  library
    .command('remove <id>')
    .description('remove a source with its items')
    .action(async (id: string) => {
      const { removeSource } = await graphql<{ removeSource: { source: { locator: string } } }>(
        'mutation($id: Int!) { removeSource(input: { id: $id }) { source { locator } } }',
        { id: idOf(id, 'source') },
      )
      console.log(`Removed ${removeSource.source.locator}.`)
    })

  library
    .command('refresh <id>')
    .description('fetch an address again')
    .action(async (id: string) => {
      await graphql('mutation($id: Int!) { refreshSource(input: { id: $id }) { source { id } } }', { id: idOf(id, 'source') })
      summary(await untilSearchable([idOf(id, 'source')]), [])
    })

  program
    .command('search <query>')
    .description('search the library as the widget does')
    .option('--limit <number>', '1 to 20', '5')
    .action(async (query: string, { limit }: { limit: string }) => {
      const { search } = await graphql<{ search: { results: SearchHit[] } }>(
        `query($query: String!, $limit: Int!) {
          search(query: $query, limit: $limit) { results { title sectionHeader excerpt sourceUrl relevanceScore sectionType } }
        }`,
        { query, limit: Number(limit) },
      )
      for (const { title, sectionHeader, excerpt, sourceUrl, relevanceScore, sectionType } of search.results) {
        console.log(`${relevanceScore.toFixed(2)}  ${title}${sectionHeader === null ? '' : ` › ${sectionHeader}`}  [${sectionType}]`)
        console.log(`      ${excerpt.replace(/\s+/g, ' ').slice(0, 160)}`)
        if (sourceUrl !== null) console.log(`      ${sourceUrl}`)
      }
    })
}
