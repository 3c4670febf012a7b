import type { ServerResponse } from 'node:http'

/** What a model says over `/v1/responses`, which LangChain asks of some models by their names, and how the answer ends. */
export interface SaidByResponses {
  text: string
  status: 'completed' | 'incomplete'
}

/** A streamed answer in the wire form of OpenAI's Responses API. */
export function replyByResponses({ text, status }: SaidByResponses, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 0, ...fields })}\n\n`)
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const item = { type: 'message', id: 'msg_1', status, role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }
  send('response.created', { response: whole('in_progress', []) })
  send('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress', content: [] } })
  send('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } })
  for (const delta of text.split(/(?<=\s)/)) send('response.output_text.delta', { ...place, delta })
  send('response.output_text.done', { ...place, text })
  send('response.output_item.done', { output_index: 0, item })
  send(`response.${status}`, { response: whole(status, [item]) })
  response.end()
}

const whole = (status: string, output: object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_760_000_000,
  status,
  model: 'gpt-5.6-mini',
  output,
  error: null,
  incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
  usage: {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  },
})
