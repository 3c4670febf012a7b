/** A function that an agent invokes, as its platform tells it. */
export interface ToolCall {
  id: string
  name: string
  /** An object, or its JSON text. */
  parameters: unknown
}

/** The tool calls of one message, and the conversation that the platform's envelope names: what a model filled in names none. */
export interface ToolCalls {
  conversationId: unknown
  calls: ToolCall[]
}

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Reads a `tool-calls` message of Vapi. Its types, its documentation and its examples tell of three shapes of arguments:
 * `function.arguments` as text, an object `arguments`, an object `parameters`.
 * @returns undefined for any other message, and for one without a call
 */
export function vapiToolCalls(sent: unknown): ToolCalls | undefined {
  const message = fieldsOf(fieldsOf(sent).message)
  if (message.type !== 'tool-calls') return undefined
  const list = [message.toolCallList, message.toolCalls, message.toolWithToolCallList].find(
    (one): one is unknown[] => Array.isArray(one) && one.length > 0,
  )
  return list && { conversationId: fieldsOf(message.call).id, calls: list.map(toolCall) }
}

function toolCall(entry: unknown): ToolCall {
  const tool = fieldsOf(entry)
  const call = tool.toolCall === undefined ? tool : fieldsOf(tool.toolCall)
  const called = fieldsOf(call.function)
  return {
    id: textOf(call.id),
    name: textOf(called.name) || textOf(call.name) || textOf(tool.name),
    parameters: called.arguments ?? called.parameters ?? call.arguments ?? call.parameters ?? {},
  }
}

/** What an agent is told of one of its calls. */
export type ToolAnswer = { result: string } | { error: string }

/** Texts of answers are single lines: others make Vapi lose them. */
export const vapiResults = (answers: readonly (ToolAnswer & Pick<ToolCall, 'id' | 'name'>)[]) => ({
  results: answers.map(({ id, name, ...answer }) => ({ toolCallId: id, name, ...answer })),
})
