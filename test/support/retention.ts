import { type TestService, until } from './service.ts'
import { newConversation, type Person, voiceOf } from './voice.ts'

/** A service whose calls may grow old: erasing runs at its start. */
export function retentionOf(service: TestService) {
  const voice = voiceOf(service)
  const retention = {
    voice,
    /** An ended and analysed call, in which these people were verified. */
    async spoken(people: readonly Person[], transcript = 'user: Thank you, goodbye.', during?: (conversation: string) => Promise<unknown>) {
      const conversation = newConversation('old')
      for (const person of people) await voice.verify(conversation, person)
      await during?.(conversation)
      await voice.postCall(conversation, { status: 'completed', duration_seconds: 60, transcript, audio_url: 'https://example.org/a.mp3' })
      await voice.analysed(conversation)
      return { conversation, callId: await voice.idOf(conversation) }
    },
    /** Everything there is becomes so many days old. */
    async age(days = 31) {
      for (const [table, ...times] of [
        ['voice_call', 'created_at', 'updated_at', 'completed_at', 'erased_at'],
        ['function_invocation', 'created_at'],
        ['utterance', 'created_at', 'spoken_at'],
      ]) {
        await service.sql(`UPDATE ${table} SET ${times.map((time) => `${time} = ${time} - interval '${days} days'`).join(', ')}`)
      }
    },
    /** Staff decide all that the calls left to do. */
    async decideAll() {
      await service.sql(
        "UPDATE follow_up_action SET status = 'completed', closed_at = now() WHERE status NOT IN ('completed', 'cancelled')",
      )
      await service.sql("UPDATE callback_request SET status = 'completed', closed_at = now() WHERE status = 'requested'")
      await service.sql("UPDATE benefit_contradiction SET kept = 'api', resolved_at = now() WHERE kept IS NULL")
      await service.sql('UPDATE function_invocation SET reviewed_at = now() WHERE work_item_id IS NOT NULL')
    },
    /** Starts the service again and waits until old calls are erased: one of them certainly is. */
    async erase(changed: Record<string, string> = {}) {
      const conversation = newConversation('certain')
      await voice.postCall(conversation, { status: 'no-answer' })
      const callId = await voice.idOf(conversation)
      await service.sql(
        `UPDATE voice_call SET created_at = now() - interval '40 days', updated_at = now() - interval '40 days' WHERE id = ${callId}`,
      )
      await service.restart(changed)
      await until(() => retention.isErased(callId))
    },
    isErased: async (callId: number): Promise<boolean> =>
      (await voice.query(`{ voiceCall(id: ${callId}) { erasedAt } }`)).voiceCall.erasedAt !== null,
    /** How much of what was said in a call is stored. */
    async words(callId: number) {
      const [counts] = await service.sql(
        `SELECT (SELECT count(*)::int FROM utterance WHERE voice_call_id = ${callId}) AS utterances,
           (SELECT count(*)::int FROM call_transcript WHERE voice_call_id = ${callId}) AS transcripts,
           (SELECT count(*)::int FROM function_invocation WHERE voice_call_id = ${callId} AND (error IS NOT NULL OR result IS NOT NULL)) AS invocations,
           (SELECT audio_url FROM voice_call WHERE id = ${callId}) AS audio`,
      )
      return counts
    },
    /** The tables in which a text stands anywhere, also those of the queue. */
    async tablesWith(text: string): Promise<string[]> {
      const tables = await service.sql<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
         WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE' ORDER BY name`,
      )
      const found: string[] = []
      for (const { name } of tables) {
        const [row] = await service.sql(`SELECT 1 FROM ${name} AS t WHERE t::text ILIKE '%' || $1 || '%' LIMIT 1`, [text])
        if (row) found.push(name)
      }
      return found
    },
  }
  return retention
}

/** What is left of a call without words. */
export const noWords = { utterances: 0, transcripts: 0, invocations: 0, audio: null }
