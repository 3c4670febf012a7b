/** The service sends something at least every 12 seconds; after this much silence the line is dead, in milliseconds. */
const silenceMs = 30_000

/** Reads the events of a response body. Ends where the body does, or where it stays silent for too long. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const chunk = await spoken(reader)
      if (chunk === undefined) return
      rest += decoder.decode(chunk, { stream: true }).replaceAll('\r', '')
      const frames = rest.split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const event = /^event: ?(.*)$/m.exec(frame)?.[1]
        if (event !== undefined) yield { event, data: [...frame.matchAll(/^data: ?(.*)$/gm)].map(([, line]) => line).join('\n') }
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** The next bytes; undefined where there are none any more. */
async function spoken(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), silenceMs)
  })
  try {
    return await Promise.race([reader.read().then(({ value }) => value), silence])
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
