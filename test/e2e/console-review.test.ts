import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole, signInByKey } from '../support/console-browser.ts'
import { startFakeOpenAi } from '../support/fake-openai.ts'
import { addItems, searchable, sourceRead } from '../support/library.ts'
import { libraryItems } from '../support/library-items.ts'
import { startTestService, until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

describe.runIf(hasBrowser)('staff at their work in the console', () => {
  const given = givenConsole()

  test('a reviewer corrects medicine, severity, kind and seriousness with the decision', async () => {
    const work = workOf(given.service)
    const patient = await work.voice.person()
    const addition = 'mutation($input: AddMedicationInput!) { addMedication(input: $input) { medication { id } } }'
    await work.query(addition, { input: { patientId: patient.id, medicationName: 'Stelara' } })
    const item = await work.flagged({ patient_id: patient.id, medication_name: 'Humira' })
    const { page, troubles } = await given.open(`/safety/${item.recordId}`)
    const review = page.getByRole('region', { name: 'Review' })
    const medicine = review.getByLabel('Suspect medicine')
    await medicine.press('ArrowDown')
    await page.getByRole('option', { name: 'Stelara' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await medicine.press('ArrowDown')
    await medicine.press('Enter')
    await until(async () => (await medicine.inputValue()) === 'Stelara')
    await review.getByLabel('Severity').selectOption('severe')
    await review.getByRole('group', { name: 'Seriousness' }).getByLabel('Hospitalization').check()
    await review.getByRole('group', { name: 'Kind' }).getByLabel('Medication error').check()
    expect(await axeViolations(page)).toEqual([])
    await review.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Adverse event confirmed.').waitFor()
    const fields = 'medicationName severity seriousness kinds reviewState'
    const { data } = await given.service.graphql(`{ adverseEvent(id: ${item.recordId}) { ${fields} } }`)
    expect(data.adverseEvent).toEqual({
      medicationName: 'Stelara',
      severity: 'severe',
      seriousness: ['hospitalisation'],
      kinds: ['side_effect', 'medication_error'],
      reviewState: 'confirmed',
    })
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a note stands in the history and leaves the item as it was', async () => {
    const item = await workOf(given.service).callback()
    const { page } = await given.open(`/work?item=${item.id}`)
    await page.getByLabel('Note').fill('Nobody picked up')
    await page.getByRole('button', { name: 'Add the note only' }).click()
    await page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Nobody picked up' }).waitFor()
    expect(await workOf(given.service).itemOf('callback', item.recordId)).toMatchObject({ state: 'requested', version: 2 })
    await page.close()
  })

  test('a model drafts a note, which the person mends and keeps', async () => {
    await using fake = await startFakeOpenAi()
    fake.chat.answers.note = { note: 'Somebody is to be called back. It is about Humira.' }
    await using drafting = await startTestService({ ...fake.env, OPENAI_EMBEDDING_MODEL: 'local', MODEL_USES: 'notes' })
    const { voice, itemOf } = workOf(drafting)
    const { conversation, callId } = await voice.verified()
    await voice.say(callId, 'Please call me back.', { speaker: 'user' })
    const { body } = await voice.invoke(conversation, 'request_callback', { phone_number: '+15551112222' })
    const item = await itemOf('callback', body.callback_id)
    const { page, troubles } = await given.openOn(drafting, `/work?item=${item.id}`)
    await page.getByLabel('Note').fill('Called at noon.')
    await page.getByRole('button', { name: 'Draft a note' }).click()
    await page.getByText('Drafted by a model').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Called at noon.\nSomebody is to be called back.')
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Note').fill('Called at noon. Somebody is to be called back tomorrow.')
    await page.getByRole('button', { name: 'Add the note only' }).click()
    await page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'called back tomorrow' }).waitFor()
    fake.chat.always = 'refusal'
    await page.getByRole('button', { name: 'Draft a note' }).click()
    await page.getByText('The model did not draft a note.').waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })

  test('without a model for it no draft is offered', async () => {
    const item = await workOf(given.service).callback()
    const { page } = await given.open(`/work?item=${item.id}`)
    await page.getByRole('button', { name: 'Add the note only' }).waitFor()
    expect(await page.getByRole('button', { name: 'Draft a note' }).count()).toBe(0)
    await page.close()
  })

  test('history names the key that acted to those who may see keys', async () => {
    const item = await workOf(given.service).callback()
    const { data } = await given.service.graphql(
      'mutation { createApiKey(input: { name: "Nightly job", scopes: [care] }) { key apiKey { id } } }',
    )
    const { key, apiKey } = data.createApiKey
    const note = 'mutation($input: NoteWorkItemInput!) { noteWorkItem(input: $input) { workItem { id } } }'
    const { errors } = await given.service.graphql(note, { input: { workItemId: item.id, note: 'Tried at night' } }, { key })
    expect(errors).toBeUndefined()
    const { page } = await given.open(`/work?item=${item.id}`)
    const entry = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Tried at night' })
    await entry.getByText(`Nightly job (key ${apiKey.id})`).waitFor()
    await page.close()
  })

  test('keys act on the item that is open, and the decision key opens the marked one first', async () => {
    const work = workOf(given.service)
    const items = [await work.callback(), await work.callback()]
    const { page } = await given.open(`/work?kind=callback&item=${items[1]?.id}`)
    const marked = page.locator('tr[aria-current]')
    await page.locator('#decisions button').first().waitFor()
    expect(await marked.getByRole('link').getAttribute('href')).toContain(`item=${items[1]?.id}`)
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    const first = await marked.getByRole('link').getAttribute('href')
    await page.keyboard.press('d')
    await until(() => page.evaluate(() => document.activeElement?.closest('#decisions') !== null))
    expect(page.url()).toContain(new URL(first ?? '', given.service.url()).searchParams.get('item') ?? 'no item')
    await page.close()
  })

  test('after a decision that closes an item the one that followed it is open, has the focus, and is told of', async () => {
    const work = workOf(given.service)
    for (let made = 0; made < 3; made++) await work.callback()
    const [first, second, third] = (await work.queue('kinds: [callback]')).map(({ id }) => id)
    const { page, troubles } = await given.open(`/work?kind=callback&item=${first}`)
    await page.locator('tr[aria-current]').waitFor()
    await page.locator('#decisions button').first().waitFor()
    await page.keyboard.press('j')
    await until(() => page.url().includes(`item=${second}`))
    await page.getByRole('button', { name: 'Called back' }).waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Callback completed. Next: Callback.').waitFor()
    await until(() => page.url().includes(`item=${third}`))
    await until(() => page.evaluate(() => document.activeElement?.textContent === 'Callback'))
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('k')
    await until(() => page.url().includes(`item=${first}`))
    expect(troubles).toEqual([])
    await page.close()
  })

  test('after the last item of a list its work is told to be done, and the focus is on the page', async () => {
    const work = workOf(given.service)
    const item = await work.rejected()
    const { page } = await given.open(`/work?kind=rejected_invocation&item=${item.id}`)
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByRole('status').getByText('Function call marked as reviewed. Nothing else waits here.').waitFor()
    await page.getByText('Nothing waits', { exact: true }).waitFor()
    expect(page.url()).not.toContain('item=')
    await until(async () => (await page.evaluate(() => document.activeElement?.id)) === 'main')
    await page.close()
  })

  test('after the last item that is loaded the one that follows on the next page is open', async () => {
    const work = workOf(given.service)
    for (let made = 0; made < 52; made++) await work.rejected()
    const queue = await work.queue('kinds: [rejected_invocation]')
    const [last, following] = queue.slice(49)
    const { page, troubles } = await given.open(`/work?kind=rejected_invocation&item=${last?.id}`)
    await page.getByRole('button', { name: 'Load more' }).waitFor()
    await page.getByRole('button', { name: 'Mark as reviewed' }).click()
    await page.getByRole('status').getByText('Function call marked as reviewed. Next: ').waitFor()
    await until(() => page.url().includes(`item=${following?.id}`))
    const marked = page.locator('tr[aria-current]').getByRole('link')
    expect(await marked.getAttribute('href')).toContain(`item=${following?.id}`)
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a decision that leaves an item in the queue leaves it open', async () => {
    const item = await workOf(given.service).flagged()
    const { page } = await given.open(`/work?kind=adverse_event&item=${item.id}`)
    await page.getByRole('button', { name: 'Start review' }).click()
    await page.getByText('Review started.').waitFor()
    await page.getByRole('complementary').getByText('In review', { exact: true }).waitFor()
    expect(page.url()).toContain(`item=${item.id}`)
    await page.close()
  })

  test('a job that failed is run again', async () => {
    await using fake = await startFakeOpenAi()
    fake.failing = 401
    await using failing = await startTestService(fake.env)
    await sourceRead(failing, await addItems(failing, libraryItems))
    // Makes its next attempt the last.
    const sql = "UPDATE pgboss.job SET retry_limit = 0, start_after = now() WHERE name = 'embed-items' AND state < 'completed'"
    await until(async () => {
      await failing.withDatabase((pool) => pool.query(sql))
      const some = async () => (await failing.graphql('{ failedJobs { id } }')).data.failedJobs.length > 0
      return until(some, 6).catch(() => false as const)
    })
    const { page, troubles } = await given.openOn(failing, '/operators?view=jobs')
    const rows = page.getByRole('row', { name: /Embed items/ })
    await rows.first().waitFor()
    fake.failing = undefined
    for (let left = await rows.count(); left > 0; left--) {
      await rows.first().getByRole('button', { name: 'Run again' }).click()
      await page.getByText('The job is waiting to run again.').waitFor()
      await until(async () => (await rows.count()) < left)
    }
    await page.getByText('No job has failed').waitFor()
    await searchable(failing)
    expect(troubles).toEqual([])
    await page.close()
  })

  test('the queue costs few requests, and no task of its start keeps the page from answering for long', async () => {
    await workOf(given.service).callback()
    const { page } = await given.openPage()
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
        buffered: true,
      })
    })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await signInByKey(page, given.service.url(), '/work')
    await page.locator('tbody tr').first().waitFor()
    const count = (pattern: RegExp) => asked.filter((one) => pattern.test(one)).length
    // The page, its settings, its script and style, what pages share, and the queue's own.
    expect(count(/^GET/)).toBeLessThanOrEqual(15)
    expect(count(/^POST \/graphql$/)).toBeLessThanOrEqual(5)
    expect(count(/^POST \/graphql\/stream/)).toBeLessThanOrEqual(1)
    const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks)
    expect(tasks.length).toBeLessThanOrEqual(6)
    await page.close()
  })
})
