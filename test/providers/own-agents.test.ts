import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/service.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

// The clients that docs/own-agents.md gives for agents that their owners run. The frameworks are stood in for.

const hasPython = spawnSync('python3', ['--version']).status === 0
const [client = '', livekit = '', pipecat = '', realtime = ''] = [
  ...readFileSync('docs/own-agents.md', 'utf8').matchAll(/```python\n([\s\S]*?)```/g),
].map(([, code]) => code)

const begin = `
import os, sys
call = CareOutreach(os.environ["CARE_URL"], os.environ["CARE_KEY"], os.environ["CONVERSATION"])
call.start("+15554313359")
`
const use = `${begin}
call.say("user", "Is Humira covered by my plan?", "2026-11-20T15:00:06Z")
print(json.dumps(call.invoke("request_callback", {"preferred_time": "tomorrow"})))
print(json.dumps(call.invoke("book_flight", {})))
turns = [{"role": "user", "content": "Since the last Humira injection I have had a terrible rash all over my arms."}]
call.report(turns, seconds=192)
call.report(turns, seconds=192)
`

let service: TestService
let voice: ReturnType<typeof voiceOf>
beforeAll(async () => {
  service = await startTestService()
  voice = voiceOf(service)
})
afterAll(() => service[Symbol.asyncDispose]())

/** What the frameworks would do in a call, with the parts of them that the clients touch. */
const frameworks = {
  livekit: {
    before: `
import sys, types
agents = types.ModuleType("livekit.agents")
agents.Agent = type("Agent", (), {"__init__": lambda self, instructions: None})
agents.function_tool = lambda function: function
sys.modules.update({"livekit": types.ModuleType("livekit"), "livekit.agents": agents})
`,
    code: livekit,
    after: `
from types import SimpleNamespace as Some
async def main():
    handlers = {}
    session = Some(on=lambda name: lambda handler: handlers.update({name: handler}))
    report_live(session, call)
    for role, text in said:
        handlers["conversation_item_added"](Some(item=Some(role=role, text_content=text)))
    await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
    agent = SupportAgent(call, "Help.")
    print(json.dumps(await agent.flag_adverse_event("A rash all over my arms", "moderate")))
    items = [{"type": "message", "role": role, "content": [text]} for role, text in said] + [{"type": "function_call", "name": "x"}]
    await report_end(Some(make_session_report=lambda: Some(to_dict=lambda: {"chat_history": {"items": items}})), call)
asyncio.run(main())
`,
  },
  pipecat: {
    before: '',
    code: pipecat,
    after: `
from types import SimpleNamespace as Some
class Part:
    def __init__(self):
        self.handlers = {}
    def event_handler(self, name):
        return lambda handler: self.handlers.update({name: handler})
    def register_function(self, name, handler):
        self.handlers[name] = handler
async def main():
    llm, transport, user, assistant = Part(), Part(), Part(), Part()
    connect(call, llm, transport, user, assistant, ["flag_adverse_event"])
    async def told(answer):
        print(json.dumps(answer))
    await llm.handlers["flag_adverse_event"](Some(function_name="flag_adverse_event", result_callback=told,
        arguments={"event_description": "A rash all over my arms", "severity": "moderate"}))
    for role, text in said:
        message = Some(content=text, timestamp="2026-11-20T15:00:06Z")
        await (user.handlers["on_user_turn_stopped"](user, None, message) if role == "user" else assistant.handlers["on_assistant_turn_stopped"](assistant, message))
    await transport.handlers["on_client_disconnected"](transport, None)
asyncio.run(main())
`,
  },
  realtime: {
    before: '',
    code: realtime,
    after: `
async def main():
    async def send(event):
        if event["type"] == "conversation.item.create":
            print(event["item"]["output"])
    on_event = handler(call, send)
    kinds = {"user": "conversation.item.input_audio_transcription.completed", "assistant": "response.output_audio_transcript.done"}
    for role, text in said:
        await on_event({"type": kinds[role], "transcript": text})
    parameters = {"event_description": "A rash all over my arms", "severity": "moderate"}
    await on_event({"type": "response.function_call_arguments.done", "name": "flag_adverse_event", "call_id": "c1", "arguments": json.dumps(parameters)})
    await on_event({"type": "session.updated"})
    await on_event(None)
asyncio.run(main())
`,
  },
}

/** Runs a program with a key of an agent. @returns the JSON that it printed, line by line */
async function python(program: string, conversation: string): Promise<unknown[]> {
  const { createApiKey } = await voice.query('mutation { createApiKey(input: { name: "Agent", scopes: [voice_webhook] }) { key } }')
  const env = { ...process.env, CARE_URL: service.url(), CARE_KEY: createApiKey.key, CONVERSATION: conversation }
  const said = await new Promise<string>((resolve, reject) =>
    execFile('python3', ['-c', program], { env }, (error, stdout, stderr) => (error ? reject(new Error(stderr)) : resolve(stdout))),
  )
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test.runIf(hasPython)('a call by the client of the docs: live words, functions, a report sent twice', async () => {
  const conversation = newConversation('python')
  expect(await python(client + use, conversation)).toMatchObject([{ scheduled: true }, { error: expect.any(String) }])
  await voice.analysed(conversation)
  const { id, ...call } = await voice.fields(conversation, 'id status phoneNumber durationSeconds')
  expect(call).toEqual({ status: 'completed', phoneNumber: '+15554313359', durationSeconds: 192 })
  expect(await voice.cases(id)).toMatchObject([{ eventDescription: expect.stringContaining('rash') }])
})

test.runIf(hasPython)('a report that a proxy cannot hand on for a moment is sent again', async () => {
  const statuses = [502, 504, 500, 200]
  const proxy = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{"reported": true}')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const program = `
time.sleep = lambda seconds: None
print(json.dumps(CareOutreach("http://127.0.0.1:${(proxy.address() as AddressInfo).port}", "key", "call").report([])))
`
  expect(await python(client + program, 'proxy')).toEqual([{ reported: true }])
  expect(statuses).toEqual([])
  proxy.close()
})

test.runIf(hasPython).each(Object.entries(frameworks))(
  '%s: what is said reaches the call as it is said, a function is answered, and the end is reported',
  async (name, { before, code, after }) => {
    const conversation = newConversation(name)
    const said = `
said = [("user", "Is Humira covered by my plan?"), ("assistant", "Yes, Humira is covered.")]
`
    const answers = await python(before + client + code + begin + said + after, conversation)
    expect(answers).toMatchObject([{ flagged: true }])
    await voice.analysed(conversation)
    const { id, transcript, utterances, ...call } = await voice.fields(
      conversation,
      'id status transcript utterances(first: 9) { edges { node { speaker text } } }',
    )
    expect(call).toEqual({ status: 'completed' })
    expect(transcript).toContain('Yes, Humira is covered.')
    const live = utterances.edges.map(({ node }: { node: { speaker: string } }) => node.speaker)
    expect(live.toSorted()).toEqual(['agent', 'user'])
    expect(await voice.cases(id)).toMatchObject([{ source: 'agent', severity: 'moderate' }])
  },
)

test('the JSON of the docs is JSON, and has the fields of the specified webhooks', () => {
  const blocks = [...readFileSync('docs/own-agents.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  expect(blocks.map((block) => Object.keys(block))).toEqual([
    ['conversation_id', 'function_name', 'parameters'],
    ['conversation_id', 'status', 'transcript'],
  ])
})
