import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlPage, paragraph } from '../support/documents.ts'
import { jsonl, sourcesOf, statusOf, widgetOf } from '../support/library.ts'
import { processEnv } from '../support/process.ts'
import { apiKey, startTestService, type TestService } from '../support/service.ts'

// `care library …` and `care search`: how staff fill the library from a folder.

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'care-library-'))
  const cue = (from: number, text: string) => `00:0${from}.000 --> 00:0${from + 1}.000\n${text}\n`
  await Promise.all(
    Object.entries({
      'page.html': htmlPage('Zavorel', { 'How to store it': 'Keep Zavorel in the refrigerator.' }),
      'notes.md': `# Travel notes\n\n## On the plane\n\n${paragraph('Carry Zavorel in your hand luggage.')}\n`,
      'talk.vtt': `WEBVTT\n\n${cue(1, paragraph('Hold the pen against your thigh.'))}\n${cue(3, 'Then press the button.')}`,
      'talk.meta.json': JSON.stringify({
        title: 'How to inject Zavorel',
        video_id: 'talk-1',
        video_duration_seconds: 90,
        source_url: 'https://care.example/talk',
      }),
      'broken.pdf': '%PDF-1.7\nthis is no PDF',
      'items.jsonl': `${jsonl([{ title: 'Copay card', content: 'It lowers what you pay for Zavorel.' }])}\n{"title": "no content"}\n`,
      'picture.png': 'not read',
    }).map(([name, content]) => writeFile(join(folder, name), content)),
  )
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const care = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: processEnv({ CARE_URL: service.url(), API_KEY: apiKey, DATA_DIR: '/nonexistent', ...env }) }
    execFile(process.execPath, ['src/cli.ts', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })

test('library add adds a folder, waits until it is searchable, and reports what was skipped and why', async () => {
  const { code, stdout, stderr } = await care(['library', 'add', folder])
  expect(await statusOf(service), stderr).toMatchObject({ queuedSources: 0, pendingItems: 0 })
  expect(stdout).toMatch(/skipped\s+\S*items\.jsonl, line 2: content is required/)
  expect(stderr).toMatch(/failed\s+\S*broken\.pdf: \S+/)
  expect(stdout + stderr).not.toMatch(/picture|meta\.json|failed.*(page|notes|talk|items)/)
  expect(code).toBe(1)
  const sources = await sourcesOf(service)
  expect(sources.map(({ locator }) => locator.replace(/^.*\//, '')).sort()).toEqual([
    'broken.pdf',
    'items.jsonl',
    'notes.md',
    'page.html',
    'talk.vtt',
  ])
  const items = sources.reduce((sum, { itemCount }) => sum + itemCount, 0)
  expect(stdout).toContain(`${items} items searchable.`)
  const [video] = (await widgetOf(service).search({ query: 'hold the pen against your thigh', limit: 1 })).body.results
  expect(video).toMatchObject({
    title: 'How to inject Zavorel',
    video_id: 'talk-1',
    source_url: 'https://care.example/talk',
    timestamp_start: 1,
  })
})

test('adding a file again, without and with metadata, replaces it', async () => {
  const before = await sourcesOf(service)
  const file = join(folder, 'page.html')
  await writeFile(file, htmlPage('Zavorel', { 'How to store it': 'Keep Zavorel in the cupboard.' }))
  const { code, stdout, stderr } = await care(['library', 'add', file, '--title', 'Zavorel at home', '--url', 'https://care.example/home'])
  expect([code, stderr.includes('failed')]).toEqual([0, false])
  expect(stdout).toContain('1 items searchable.')
  expect((await sourcesOf(service)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  const [found] = (await widgetOf(service).search({ query: 'Zavorel in the cupboard', limit: 1 })).body.results
  expect(found).toMatchObject({ title: 'Zavorel at home', source_url: 'https://care.example/home' })
})

test('search shows the same results as the widget', async () => {
  const { code, stdout } = await care(['search', 'zavorel in the cupboard', '--limit', '2'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^0\.\d\d {2}Zavorel at home › How to store it {2}\[storage\]\n/)
  expect(stdout).toContain('https://care.example/home')
})

test('library list shows each source with its state, library remove removes one', async () => {
  const { stdout } = await care(['library', 'list'])
  for (const word of ['broken.pdf', 'failed', 'page.html', 'ready', 'Zavorel at home']) expect(stdout).toContain(word)
  const source = (await sourcesOf(service)).find(({ locator }) => locator.endsWith('page.html'))
  expect(await care(['library', 'remove', String(source?.id)])).toMatchObject({ code: 0, stdout: expect.stringContaining('page.html') })
  expect((await sourcesOf(service)).map(({ id }) => id)).not.toContain(source?.id)
  expect((await care(['library', 'list'])).stdout).not.toContain('Zavorel at home')
})

test.each([
  [['library', 'add', '/nonexistent/folder'], {}, /^failed +\/nonexistent\/folder: There is no file or folder/],
  [['library', 'add', 'a.html', 'b.html', '--title', 'x'], {}, /^care: These options describe one source/],
  [['library', 'remove', '999999'], {}, /^care: There is no such source/],
  [['library', 'remove', 'page.html'], {}, /^care: page\.html is not the number of a source/],
  [['library', 'refresh', '999999'], {}, /^care: There is no such source/],
  [['library', 'list'], { API_KEY: 'wrong' }, /^care: The API key or access token is unknown/],
  [['search', 'dose', '--limit', '99'], {}, /^care: .*limit/],
  [['search', 'dose', '--limit', 'many'], {}, /^care: .*limit/],
])('%j gives a one-line error', async (args, env, expected) => {
  const { code, stderr } = await care(args as string[], env as Record<string, string>)
  expect(stderr).toMatch(expected)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})
