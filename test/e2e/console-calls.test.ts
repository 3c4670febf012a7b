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

  test('a live call keeps its newest words in sight, and leaves whoever reads further up where they are', async () => {
    const { page } = await given.open('/calls')
    await page.setViewportSize({ width: 1280, height: 600 })
    const conversation = newConversation('newest')
    const id = await voice.register(conversation)
    for (let number = 1; number <= 25; number++) await voice.say(id, `Sentence number ${number}`, { speaker: 'user' })
    await page.goto(`${given.service.url()}/console/calls/${id}`)
    const said = (number: number) => page.getByText(`Sentence number ${number}`, { exact: true }).and(page.locator('.entry p'))
    const isInSight = (number: number) =>
      said(number).evaluate((words) => {
        const { top, bottom } = words.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    await expect.poll(() => isInSight(25)).toBe(true)
    await page.getByText('Connecting to the call').waitFor({ state: 'detached' })
    await voice.say(id, 'Sentence number 26', { speaker: 'user' })
    await expect.poll(() => isInSight(26)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 400 })
    await expect.poll(() => isInSight(26)).toBe(true)
    await said(1).scrollIntoViewIfNeeded()
    await expect.poll(() => isInSight(26)).toBe(false)
    // The page learns of it with its next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await voice.say(id, 'Sentence number 27', { speaker: 'user' })
    await said(27).waitFor()
    expect([await isInSight(1), await isInSight(27)]).toEqual([true, false])
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

  test('words are found in what was said, and stand in no address', async () => {
    const { page, troubles } = await given.open('/calls')
    const conversation = newConversation('words')
    await voice.postCall(conversation, { status: 'completed', transcript: 'agent: Hello.\nuser: The porcupines were injected at noon.' })
    const search = page.getByRole('search', { name: 'Words said in a call' })
    await search.getByRole('searchbox').fill('porcupine injection')
    await search.getByRole('button', { name: 'Find' }).click()
    await search.getByText('user: The porcupines were injected at noon.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(page.url()).not.toContain('porcupine')
    await search.getByRole('link').click()
    await page.getByRole('region', { name: 'Conversation' }).waitFor()
    expect(page.url()).toMatch(new RegExp(`/calls/${await voice.idOf(conversation)}$`))
    expect(troubles).toEqual([])
    await page.close()
  })
})
