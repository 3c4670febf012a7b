import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole, signInByKey } from '../support/console-browser.ts'
import { audience, startIdentityProvider } from '../support/identity-provider.ts'
import { until } from '../support/service.ts'
import { workOf } from '../support/work.ts'

// What staff begin for a patient, and how the console tells of what waits.

describe.runIf(hasBrowser)("a patient's desk", () => {
  let id = 0
  const given = givenConsole(async (service) => {
    const { voice } = workOf(service)
    id = (await voice.person({ first_name: 'Ada', last_name: 'Quill' })).id
    await workOf(service).as('patients:read')
    for (let at = 0; at < 60; at++) {
      await service.graphql(
        `mutation { addPatientNote(input: { patientId: ${id}, text: "Note number ${at} of many." }) { patientNote { id } } }`,
      )
    }
  })

  test('a note that tells of an adverse event leads to a case with its words', async () => {
    const { page, troubles } = await given.open(`/patients/${id}?tab=notes`)
    await page.getByText('Note number 59 of many.').waitFor()
    const text = 'She told me that she broke out in hives after her second Humira injection.'
    await page.getByLabel('A note about this patient').fill(text)
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByRole('listitem').filter({ hasText: text }).getByText('may tell of an adverse event').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Enter a case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter a case' })
    expect(await dialog.getByLabel('What happened, in their words').inputValue()).toBe(text)
    await dialog.getByLabel('Suspect medicine').fill('Humira')
    await dialog.getByRole('button', { name: 'Open the case' }).click()
    await page.waitForURL(/\/console\/safety\/\d+$/)
    const [row] = await given.service.sql<{ patient_id: number; event_description: string }>('SELECT * FROM adverse_event')
    expect([row?.patient_id, row?.event_description]).toEqual([id, text])
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a task and a callback are opened and wait in the queue', async () => {
    const { page, troubles } = await given.open(`/patients/${id}?tab=follow-up`)
    await page.getByRole('button', { name: 'Open a task' }).click()
    const task = page.getByRole('dialog', { name: 'Open a task' })
    await task.getByLabel('What is to be done').fill('Send the enrollment form')
    await task.getByLabel('Priority').selectOption('high')
    expect(await axeViolations(page)).toEqual([])
    await task.getByRole('button', { name: 'Open it' }).click()
    await page.getByRole('link', { name: 'Send the enrollment form' }).waitFor()
    await page.getByRole('button', { name: 'Note a callback' }).click()
    const callback = page.getByRole('dialog', { name: 'Note a callback' })
    await callback.getByLabel('What it is about').fill('Her refill')
    await callback.getByRole('button', { name: 'Note it' }).click()
    await page.getByRole('cell', { name: 'Her refill' }).waitFor()
    await page.getByRole('link', { name: 'Consent', exact: true }).click()
    await page.getByRole('button', { name: 'Record a consent' }).click()
    const consent = page.getByRole('dialog', { name: 'Record a consent' })
    await consent.getByLabel('Consent', { exact: true }).selectOption('Withdrawn')
    expect(await axeViolations(page)).toEqual([])
    await consent.getByRole('button', { name: 'Record it' }).click()
    await page.getByRole('cell', { name: 'Withdrawn' }).waitFor()
    await page.goto(`${given.service.url()}/console/work`)
    await page.getByRole('row').filter({ hasText: 'Her refill' }).getByRole('link').click()
    await page.getByText('The patient has withdrawn the consent to calls.').waitFor()
    for (const subject of ['Send the enrollment form', 'Her refill']) await page.getByRole('row').filter({ hasText: subject }).waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })

  test('the whole record is one document, with what takes several pages, and can be kept as a file', async () => {
    const { page, troubles } = await given.open(`/patients/${id}/record`)
    await page.getByText('Note number 0 of many.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a file' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe(`patient-${id}.html`)
    const html = await readFile(await file.path(), 'utf8')
    for (const part of ['Ada Quill', 'Note number 0 of many.', 'Note number 59 of many.', 'Date of birth']) expect(html).toContain(part)
    expect(html).not.toMatch(/<button|<form|<script/)
    expect(troubles).toEqual([])
    await page.close()
  })
})

describe.runIf(hasBrowser)('what waits', () => {
  const given = givenConsole(async (service) => {
    await workOf(service).callback()
  })

  test('when work is due is set in a table, and the queue stands in the order of it', async () => {
    const { page, troubles } = await given.open('/work')
    await page.getByRole('button', { name: 'When work is due' }).click()
    const dialog = page.getByRole('dialog', { name: 'When work is due' })
    await dialog.getByLabel('Adverse event, medium, hours').fill('48')
    await dialog.getByLabel('Callback, medium, hours').fill('4')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It applies to what comes in').waitFor()
    const work = workOf(given.service)
    await work.flagged({ severity: 'mild' })
    await work.callback()
    await page.getByRole('button', { name: 'Due', exact: true }).click()
    const kinds = async () => {
      const rows = await page.getByRole('row').allInnerTexts()
      return rows.flatMap((row) => /^(Callback|Adverse event)/.exec(row.trim())?.[1] ?? [])
    }
    await until(async () => (await kinds()).slice(0, 2).join() === 'Callback,Adverse event' && (await kinds()).length === 3)
    expect(new URL(page.url()).search).toBe('?order=DUE-ASC')
    expect(troubles).toEqual([])
    await page.close()
  })

  test('it is counted beside the link and in the title, and a hidden page tells of what has grown, without names', async () => {
    const { page } = await given.openPage()
    await page.clock.install()
    await page.addInitScript(() => {
      const told: string[] = []
      class FakeNotification {
        static permission = 'granted'
        static requestPermission = async () => 'granted'
        constructor(title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`)
        }
        close() {}
      }
      Object.assign(window, { Notification: FakeNotification, told })
    })
    await signInByKey(page, given.service.url(), '/work')
    await page.getByRole('navigation', { name: 'Pages' }).getByText('4 waiting, 0 overdue').waitFor({ state: 'attached' })
    expect(await page.title()).toBe('(4) Work · Care Outreach')
    await page.getByRole('button', { name: 'Signed in by key' }).click()
    await page.getByRole('menuitem', { name: 'Tell me of new work' }).click()
    await page.getByText('You are told of new work while this page is open').waitFor()
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
    await workOf(given.service).flagged({ severity: 'severe' })
    await page.clock.runFor(21_000)
    await until(async () => (await page.evaluate(() => (window as unknown as { told: string[] }).told)).length === 1)
    expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual(['Care Outreach: Urgent work waits.'])
    await page.close()
  })
})

describe.runIf(hasBrowser)('what others do', () => {
  const given = givenConsole()

  test.each([
    [
      '/safety',
      'No case found',
      async () => (await workOf(given.service).flagged({ event_description: 'Hives on her neck' })) && 'Hives on her neck',
    ],
    [
      '/prior-authorization',
      'No case found',
      async () => {
        const { id } = await workOf(given.service).voice.person()
        const input = `patientId: ${id}, medication: "Skyrizi"`
        await given.service.graphql(`mutation { startBenefitsVerification(input: { ${input} }) { verification { id } } }`)
        return 'Skyrizi'
      },
    ],
  ])('shows on %s without a reload', async (path, before, change) => {
    const { page, troubles } = await given.open(path)
    await page.getByText(before, { exact: true }).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: await change() })
      .waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })

  test("shows on a patient's page without a reload, and what is being typed there stays", async () => {
    const { id } = await workOf(given.service).voice.person({ first_name: 'Ada', last_name: 'Quill' })
    const { page, troubles } = await given.open(`/patients/${id}?tab=notes`)
    await page.getByText('No notes yet').waitFor()
    const mine = page.getByLabel('A note about this patient')
    await mine.fill('I was about to say')
    await given.service.graphql(`mutation { addPatientNote(input: { patientId: ${id}, text: "She moved." }) { patientNote { id } } }`)
    await page.getByRole('listitem').filter({ hasText: 'She moved.' }).waitFor()
    expect(await mine.inputValue()).toBe('I was about to say')
    await given.service.rest('PUT', `/v1/patients/${id}`, { body: { phone: '+15550009999' } })
    await page.getByRole('link', { name: '+1 555 000 9999' }).waitFor()
    expect(troubles).toEqual([])
    await page.close()
  })
})

describe.runIf(hasBrowser)('a person', () => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>
  const given = givenConsole()

  test('begins with what is theirs and what nobody has, and sees everybody’s when asked', async () => {
    provider = await startIdentityProvider()
    await given.service.restart({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience })
    const work = workOf(given.service)
    const token = await provider.token('cora', { name: 'Cora Coordinator', roles: ['care_coordinator'] })
    const { data } = await given.service.graphql('{ caller { staffMember { id } } }', {}, { key: token })
    const other = await work.staff('Omar Other')
    const assign = (id: number, to: number) =>
      work.query(`mutation { assignWork(input: { workItemId: ${id}, assigneeId: ${to} }) { workItem { id } } }`)
    await assign((await work.callback()).id, data.caller.staffMember.id)
    await assign((await work.callback()).id, other)
    await work.callback()
    await work.flagged({})
    const { page } = await given.openPage()
    await signInByKey(page, given.service.url(), '/work', token)
    await page.getByText('3 waiting', { exact: true }).waitFor()
    await page.getByLabel('Person').selectOption('Anybody')
    await page.getByRole('cell', { name: 'Omar Other' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.close()
    await provider[Symbol.asyncDispose]()
  })
})
