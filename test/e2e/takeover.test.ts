import { describe, expect, onTestFinished, test } from 'vitest'
import { axeViolations, hasBrowser, launchBrowser } from '../support/browser.ts'
import { givenConsole } from '../support/console-browser.ts'
import { until } from '../support/service.ts'
import { startSite, visit } from '../support/widget-page.ts'

describe.runIf(hasBrowser)('a person in the chat', () => {
  const given = givenConsole()

  test('staff see who asks for a person, take over, talk with them in the widget, and hand back', async () => {
    await using site = await startSite()
    site.show(given.service.url())
    await given.service.graphql(
      `mutation { updateWidgetClient(input: { id: 1, allowedOrigins: ["${site.origin}"] }) { widgetClient { id } } }`,
    )
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const desk = await given.open('/conversations?view=live')
    await desk.page.getByText('No conversation found').waitFor()
    await desk.page.getByRole('button', { name: 'Signed in by key' }).click()
    await desk.page.getByRole('menuitem', { name: 'Answer visitors who want a person' }).click()
    await desk.page.getByText('You answer visitors who want a person.').waitFor()
    await until(async () => (await given.service.sql('SELECT 1 FROM chat_presence')).length === 1)

    const visitor = await visit(browser, site.origin)
    await visitor.open()
    await visitor.send('Can I talk to a real person please?')
    await visitor.answer('fixed', /I am an automated assistant[\s\S]*Our team is being told now/)
    await desk.page.getByRole('link', { name: 'Can I talk to a real person please?' }).click()
    await desk.page.getByText(/A person was asked for/).waitFor()
    await desk.page.getByRole('button', { name: 'Take over' }).click()
    const form = desk.page.getByRole('dialog', { name: 'Take this conversation over' })
    await form.getByLabel('The name that the visitor reads').fill('Maria')
    expect(await axeViolations(desk.page)).toEqual([])
    await form.getByRole('button', { name: 'Take over' }).click()
    await visitor.answer('fixed', /^Answer: Maria has joined|Maria has joined this conversation/)

    await visitor.send('My pharmacy says they never got the prescription.')
    await visitor.answer('waiting', 'Waiting for Maria…')
    await desk.page.getByText('My pharmacy says they never got the prescription.').waitFor()
    const message = desk.page.getByLabel('Message to the visitor')
    await message.fill('I call them now, one moment.')
    await desk.page.getByRole('button', { name: 'Send' }).click()
    await visitor.answer('fixed', 'I call them now, one moment.')
    await message.fill('They have it, and ship tomorrow.')
    await desk.page.getByRole('button', { name: 'Send' }).click()
    const second = await visitor.answer('fixed', 'They have it, and ship tomorrow.')
    expect(await second.locator('strong').first().textContent()).toBe('Maria')
    expect(await visitor.page.locator('care-outreach .assistant').filter({ hasText: 'I call them now' }).count()).toBe(1)
    expect(await axeViolations(desk.page)).toEqual([])

    await desk.page.getByRole('button', { name: 'Hand back to the assistant' }).click()
    await visitor.answer('fixed', /Maria has left this conversation/)
    await desk.page.getByRole('button', { name: 'Take over' }).waitFor()
    await visitor.page.reload()
    const kept = visitor.page.locator('care-outreach .assistant').filter({ hasText: 'They have it, and ship tomorrow.' })
    await kept.waitFor()
    expect(await kept.locator('strong').first().textContent()).toBe('Maria')
    expect([...desk.troubles, ...visitor.troubles]).toEqual([])
    await visitor.context.close()
    await desk.page.close()
  })
})
