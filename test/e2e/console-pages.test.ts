import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { givenConsole, signInByKey } from '../support/console-browser.ts'
import { addRecords } from '../support/records.ts'
import { apiKey, patientBody, until } from '../support/service.ts'
import { voiceOf } from '../support/voice.ts'
import { type Item, workOf } from '../support/work.ts'

describe.runIf(hasBrowser)('the console', () => {
  let item: Item
  let patientId: number
  const given = givenConsole(async (service) => {
    await addRecords(service, { patients: 4 })
    const created = await service.rest('POST', '/v1/patients', { body: patientBody({ first_name: 'Consuela', last_name: 'Page' }) })
    patientId = created.body.id
    const work = workOf(service)
    item = await work.flagged({ medication_name: 'Humira' })
    await work.callback()
  })

  test('a wrong key is told, a right one opens the address that was asked for, and neither stands in an address', async () => {
    const { page, troubles } = await given.openPage()
    await signInByKey(page, given.service.url(), '/patients?status=active', 'no-such-key')
    await page.getByText('The service does not know this key.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('API key').fill(apiKey)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Page, Consuela' }).waitFor()
    expect(page.url()).toBe(`${given.service.url()}/console/patients?status=active`)
    await page.getByRole('button', { name: 'Signed in by key' }).click()
    await page.getByRole('menuitemradio', { name: 'As your system' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    expect(page.url()).toBe(`${given.service.url()}/console/patients?status=active`)
    expect(troubles).toEqual([])
  })

  test('every page shows what the service holds, without a violation in either theme, a foreign request or an error', async () => {
    const { page, troubles } = await given.open('/work')
    const seen: [string, string][] = [
      ['/work', 'Adverse event'],
      [`/work?item=${item.id}`, 'A rash on both arms'],
      ['/patients', 'Page, Consuela'],
      [`/patients/${patientId}`, 'Consuela Page'],
      ['/patients/1?tab=medications', 'Humira'],
      ['/patients/1?tab=coverage', 'Prior authorizations'],
      ['/patients/1?tab=calls', 'They talked.'],
      ['/patients/1?tab=safety', 'A rash'],
      ['/patients/1?tab=follow-up', 'Call back'],
      ['/patients/1?tab=audit', 'Every read and change'],
      ['/safety', 'A rash on both arms'],
      [`/safety/${item.recordId}`, 'What was said'],
      ['/prior-authorization?case=1', 'Request sent'],
    ]
    for (const [path, words] of seen) {
      await page.goto(`${given.service.url()}/console${path}`)
      await page.getByRole('main').getByText(words).filter({ visible: true }).first().waitFor()
      expect(await axeViolations(page)).toEqual([])
    }
    expect(troubles).toEqual([])
  }, 120_000)

  test('what is searched for finds the patient and stays out of the address', async () => {
    const { page } = await given.open('/patients')
    await page.getByLabel('Name, phone').fill('Consuela')
    await page.getByText('1 found').waitFor()
    expect(page.url()).not.toContain('Consuela')
    await page.getByRole('link', { name: 'Page, Consuela' }).click()
    await page.getByRole('heading', { name: 'Consuela Page' }).waitFor()
  })

  test('a patient is found by keys from any page, and what was typed stands in no address', async () => {
    const { page, troubles } = await given.open('/safety')
    await page.getByRole('heading', { name: 'Safety' }).waitFor()
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Find or go to' })
    await dialog.getByRole('combobox').pressSequentially('Consuela')
    await dialog.getByRole('option', { name: /Page, Consuela/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Consuela Page' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${given.service.url()}/console/patients/${patientId}`)
    await until(async () => (await page.evaluate(() => document.activeElement?.id)) === 'main')
    expect(troubles).toEqual([])
  })

  test('the bar finds a case by its number, a payer, a page and an action, and remembers what was opened', async () => {
    const { query } = voiceOf(given.service)
    const { adverseEvents } = await query('{ adverseEvents(first: 1) { edges { node { id caseNumber } } } }')
    const { id, caseNumber } = adverseEvents.edges[0].node
    const { page, troubles } = await given.open('/patients')
    const dialog = page.getByRole('dialog', { name: 'Find or go to' })
    const find = async (words: string, option: RegExp) => {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.locator('main').press('/')
      await dialog.getByRole('combobox').fill(words)
      await dialog.locator('[aria-busy=false]').waitFor()
      await dialog.getByRole('option', { name: option }).waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await find(caseNumber.toLowerCase(), new RegExp(caseNumber))
    await page.waitForURL(new RegExp(`/safety/${id}$`))
    await find('aetna', /Aetna.*Payer/)
    await page.waitForURL(/payer=aetna/)
    await find('figures', /Figures.*Page/)
    await page.getByRole('heading', { name: 'Figures' }).waitFor()
    await find('enroll', /Enroll a patient/)
    await page.getByRole('dialog', { name: 'Enroll a patient' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('main').press('/')
    await dialog.getByText('Opened before').waitFor()
    await dialog.getByRole('option', { name: new RegExp(caseNumber) }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/find.png` })
    expect(troubles).toEqual([])
    await page.close()
  })

  test('what was begun for one patient is over when another is shown, and Enter opens nothing that earlier words found', async () => {
    const other = (
      await given.service.rest('POST', '/v1/patients', { body: patientBody({ first_name: 'Bartholomew', last_name: 'Quist' }) })
    ).body
    const { page } = await given.open(`/patients/${patientId}`)
    await page.getByRole('heading', { name: 'Consuela Page' }).waitFor()
    await page.keyboard.press('/')
    const dialog = page.getByRole('dialog', { name: 'Find or go to' })
    await dialog.getByRole('combobox').pressSequentially('Consuela')
    await dialog.getByRole('option', { name: /Page, Consuela/ }).waitFor()
    await dialog.getByRole('combobox').fill('Bartholomew')
    await page.keyboard.press('Enter')
    await dialog.getByRole('option', { name: /Quist, Bartholomew/ }).waitFor()
    expect(page.url()).toMatch(new RegExp(`/patients/${patientId}$`))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bartholomew Quist' }).waitFor()
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Email').fill('quist@example.org')
    await page.mouse.click(2, 2)
    await page.getByRole('dialog', { name: 'Edit demographics' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Consuela Page' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goForward()
    await page.getByRole('heading', { name: 'Bartholomew Quist' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await given.service.rest('GET', `/v1/patients/${other.id}`)).body.email).toBeNull()
  })

  test('an edit shows what changes, a field that is wrong, and is saved', async () => {
    const { page } = await given.open(`/patients/${patientId}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await until(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value === 'Consuela'))
    await page.getByLabel('Email').fill('not an address')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').locator('.field .trouble').waitFor()
    await until(async () => (await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))) === 'true')
    await page.getByLabel('Email').fill('consuela@example.org')
    await page.getByLabel('Phone').fill('(703) 555-0135')
    await page.getByRole('dialog').getByRole('insertion').filter({ hasText: 'consuela@example.org' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('main').getByText('consuela@example.org').waitFor()
    await page.getByRole('main').getByRole('link', { name: '+1 703 555 0135' }).waitFor()
  })

  test('of two reviewers of one case the second is told what the first did, and overwrites nothing', async () => {
    const flagged = await workOf(given.service).flagged()
    const [first, second] = [await given.open(`/safety/${flagged.recordId}`), await given.open(`/safety/${flagged.recordId}`)]
    // Nothing tells the second of changes: else the page may show the first's before they press.
    await second.page.route('**/graphql/stream', (route) => route.abort())
    await second.page.reload()
    await second.page.getByRole('button', { name: 'Dismiss' }).waitFor()
    await first.page.getByLabel('Note').fill('Seen by the first')
    await first.page.getByRole('button', { name: 'Confirm' }).click()
    await first.page.getByText('Adverse event confirmed.').waitFor()
    await first.page.getByRole('button', { name: 'Review again' }).waitFor()
    await until(async () => (await first.page.evaluate(() => document.activeElement?.id)) === 'decisions')
    await second.page.getByRole('button', { name: 'Dismiss' }).click()
    await second.page.getByText('Confirmed', { exact: true }).waitFor()
    // It stays when the case is shown as it stands now.
    await second.page.getByText('Somebody else changed this first.').waitFor()
    expect(await workOf(given.service).itemOf('adverse_event', flagged.recordId)).toMatchObject({ state: 'confirmed' })
  })

  test('the queue is worked by keys: down, up, open, to the decision; and ? tells of them', async () => {
    const { page } = await given.open('/work')
    const marked = page.locator('tr[aria-current]')
    await marked.waitFor()
    const before = await marked.innerText()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await marked.innerText()).toBe(before)
    await page.keyboard.press('Enter')
    await page.locator('#decisions button').first().waitFor()
    await page.keyboard.press('d')
    await until(async () => await page.evaluate(() => document.activeElement?.closest('#decisions') !== null))
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Take the item').waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('a new item appears in an open queue by itself', async () => {
    const { page } = await given.open('/work?kind=callback')
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const before = await rows.count()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await workOf(given.service).callback()
    await rows.nth(before).waitFor()
  })

  test('several items are given to a person, and decided, at once', async () => {
    const work = workOf(given.service)
    const items = [await work.callback(), await work.callback(), await work.callback()]
    const { data } = await given.service.graphql(
      'mutation { addStaffMember(input: { name: "Bao Linh", email: "bao@hub.example", roles: [supervisor] }) { staffMember { id } } }',
    )
    const { page, troubles } = await given.open('/work?kind=callback')
    const boxes = page.getByRole('region', { name: 'Work queue, table' }).getByRole('checkbox')
    await boxes.nth(3).waitFor()
    await boxes.first().check()
    const bulk = page.getByRole('region', { name: 'What to do with the chosen items' })
    await bulk.getByLabel('Assign to').selectOption('Bao Linh')
    await page.getByRole('cell', { name: 'Bao Linh' }).nth(2).waitFor()
    expect(await axeViolations(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bulk.png`, fullPage: true })
    await boxes.first().check()
    await bulk.getByLabel('Note').fill('Called back this morning')
    await bulk.getByRole('button', { name: 'Called back' }).click()
    await page.getByText('Nothing waits').waitFor()
    for (const { id } of items) {
      const { workItem } = await work.query(`{ workItem(id: ${id}) { state assigneeId history(last: 1) { edges { node { note } } } } }`)
      expect(workItem).toMatchObject({ state: 'completed', assigneeId: data.addStaffMember.staffMember.id })
      expect(workItem.history.edges).toEqual([{ node: { note: 'Called back this morning' } }])
    }
    expect(troubles).toEqual([])
    await page.close()
  })

  test('a case can be taken along as a file, and printed without what is for the screen', async () => {
    const { page } = await given.open(`/safety/${item.recordId}`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download JSON' }).click()
    const report = JSON.parse(readFileSync((await (await downloading).path()) ?? '', 'utf8'))
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('region', { name: 'Review' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByRole('region', { name: 'The case' }).isVisible()).toBe(true)
    expect(report.E_i_reaction.E_i_1_1a_as_reported).toBe('A rash on both arms')
  })

  test('the sign-in and the queue together are under 300 kB, gzipped', async () => {
    const { page } = await given.openPage()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (/\/console(?!\/settings)/.test(response.url())) sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await signInByKey(page, given.service.url(), '/work')
    await page.locator('tbody tr').first().waitFor()
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
  })
})
