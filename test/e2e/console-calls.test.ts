import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { newConversation, voiceOf } from '../support/voice.ts'

describe.runIf(hasBrowser)('calls in the console', () => {
  const given = givenConsole()
  let voice: ReturnType<typeof voiceOf>
  beforeAll(() => {
    voice = voiceOf(given.service)
  })

  test('a call arrives, is followed as it goes on, and shows how it ended, without a reload', async () => {
    const { page, troubles } = await given.open('/calls')
    await page.getByText('No call is in progress').waitFor()
    const person = await voice.person({ first_name: 'Livia', last_name: 'Stream' })
    const conversation = newConversation('live')
    const id = await voice.register(conversation)
    await page.getByRole('link', { name: 'Caller not verified' }).click()
    await page.getByRole('heading', { name: 'Caller not verified' }).waitFor()

    await voice.say(id, 'Hello, I take Humira and I am worried about it', { speaker: 'user' })
    const transcript = page.getByRole('region', { name: 'Conversation' })
    await transcript.getByText('I am worried about it').waitFor()
    await transcript.getByText('Humira', { exact: true }).waitFor()
    await voice.verify(conversation, person)
    await transcript.getByText('Patient lookup').waitFor()
    await page.getByRole('heading', { name: 'Livia Stream' }).waitFor()
    await page.getByRole('region', { name: 'Patient' }).getByText(person.member_id).waitFor()

    await voice.invoke(conversation, 'flag_adverse_event', {
      patient_id: person.id,
      event_description: 'A rash after the injection',
      severity: 'moderate',
    })
    await page.getByRole('region', { name: 'Adverse events' }).getByText('A rash after the injection').waitFor()
    await voice.postCall(conversation, { status: 'completed', duration_seconds: 61 })
    await page.getByText('Analyzed by the built-in rules').waitFor()
    await page.getByText('1 min 1 s').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(page.url()).not.toMatch(/Livia|Stream|MEM/)
    expect(troubles).toEqual([])
    await page.close()
  })

  test('what was said while the connection was cut is there after it, once, and only the new is announced', async () => {
    const { page } = await given.open('/calls')
    const conversation = newConversation('cut')
    const id = await voice.register(conversation)
    await voice.say(id, 'Said before anybody looked', { speaker: 'user' })
    await page.goto(`${given.service.url()}/console/calls/${id}`)
    const transcript = page.getByRole('region', { name: 'Conversation' })
    const announced = page.getByRole('log')
    await transcript.getByText('Said before anybody looked').waitFor()
    await page.getByText('Connecting to the call').waitFor({ state: 'detached' })
    await voice.say(id, 'Said while it is followed', { speaker: 'user' })
    await announced.getByText('Said while it is followed').waitFor({ state: 'attached' })
    const port = new URL(given.service.url()).port
    await given.service.restart({ PORT: port })
    await voice.say(id, 'Said while it was cut', { speaker: 'user' })
    await transcript.getByText('Said while it was cut').waitFor()
    expect(
      await transcript
        .getByRole('listitem')
        .filter({ hasText: /^Caller/ })
        .allInnerTexts(),
    ).toHaveLength(3)
    expect(await announced.innerText()).not.toContain('before anybody looked')
    await page.close()
  })
})
