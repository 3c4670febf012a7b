import { Agent, request } from 'node:http'
import { widgetKey } from '../support.ts'
import { now } from './clock.ts'

export interface Word {
  text: string
  at: number
}

/** One streamed answer as its reader sees it; times of the clock that the model's log has too. */
export interface Asked {
  posted: number
  /** The first byte of the body. */
  begun: number
  words: Word[]
  end: 'whole' | 'left' | string
  /** When the answer was over, or left. */
  ended: number
}

const agent = new Agent({ keepAlive: true })

interface Frame {
  event: string
  data: string
  at: number
}

type Verdict = 'whole' | 'left' | undefined

/** Posts, and reads server-sent events until one is the last or the reader leaves. */
function read(url: string, headers: object, body: object, onFrame: (frame: Frame) => Verdict): Promise<Omit<Asked, 'words'>> {
  const text = JSON.stringify(body)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: all })
    const posted = now()
    let begun = 0
    let held = ''
    let verdict: Verdict
    const finish = (end: string) => resolve({ posted, begun, end, ended: now() })
    sent.once('error', (error) => (verdict ? undefined : reject(error)))
    sent.once('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        finish(`status ${response.statusCode}`)
        return
      }
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const at = now()
        begun ||= at
        const frames = (held + chunk).split('\n\n')
        held = frames.pop() ?? ''
        for (const frame of frames) {
          if (verdict) return
          const event = /^event: (.*)$/m.exec(frame)?.[1] ?? ''
          const data = /^data: (.*)$/m.exec(frame)?.[1]
          if (data !== undefined) verdict = onFrame({ event, data, at })
          if (verdict === 'left') {
            finish('left')
            sent.destroy()
          }
        }
      })
      response.once('end', () => finish(verdict ?? 'cut short'))
      response.once('error', () => finish(verdict ?? 'broken off'))
    })
    sent.end(text)
  })
}

/** Asks the service's chat. @param most tokens after which the reader leaves */
export async function askService(url: string, message: string, most = Number.POSITIVE_INFINITY): Promise<Asked> {
  const words: Word[] = []
  const headers = { 'x-api-key': widgetKey, accept: 'text/event-stream' }
  const times = await read(`${url}/api/v1/widget/chat/stream`, headers, { message }, ({ event, data, at }) => {
    if (event === 'done') return 'whole'
    if (event !== 'token') return undefined
    words.push({ text: JSON.parse(data).token, at })
    return words.length >= most ? 'left' : undefined
  })
  return { ...times, words }
}

/** About what six sections of a library and the rules make. */
const prompt = 'A sentence of a section about a medicine and what to do with it. '.repeat(120)

/** Asks the model itself as the service does, with a prompt of the same size; the line of sources is no part of the answer. */
export async function askModel(url: string): Promise<Asked> {
  const words: Word[] = []
  const messages = [{ role: 'user', content: prompt }]
  const body = { model: 'gpt-4.1-mini', stream: true, stream_options: { include_usage: true }, messages }
  let answering = false
  const times = await read(`${url}/v1/chat/completions`, { authorization: 'Bearer sk-bench' }, body, ({ data, at }) => {
    if (data === '[DONE]') return 'whole'
    const text = JSON.parse(data).choices[0]?.delta.content ?? ''
    if (answering && text !== '') words.push({ text, at })
    if (text === '\n') answering = true
    return undefined
  })
  return { ...times, words }
}
