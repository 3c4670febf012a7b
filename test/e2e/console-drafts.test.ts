import { describe, expect, test } from 'vitest'
import { axeViolations, hasBrowser } from '../support/browser.ts'
import { chatOf } from '../support/chat.ts'
import { givenConsole, signInByKey } from '../support/console-browser.ts'
import { addFile, keyWith, sourceRead } from '../support/library.ts'

describe.runIf(hasBrowser)('drafts of the library in the console', () => {
  const given = givenConsole()
  const page = (text: string) => `# Zavorel\n\n## Storage\n\n${text}\n\n## Travel\n\nAsk the airline.\n`

  test('a draft is compared with what visitors see, returned, handed over, published for a time and withdrawn', async () => {
    const { page: tab, troubles } = await given.open('/library')
    await sourceRead(given.service, await addFile(given.service, 'zavorel.md', page('Keep it cool and dry.')))
    await tab.getByLabel('As a draft').check()
    const upload = { name: 'zavorel.md', mimeType: 'text/markdown', buffer: Buffer.from(page('Keep it warm and dry.')) }
    await tab.getByLabel('Files').setInputFiles(upload)
    await tab.getByRole('list', { name: 'Uploads' }).getByText('Read, as a draft').waitFor()
    await tab.getByRole('row', { name: /zavorel\.md.*Published.*Draft/ }).waitFor()
    await tab.getByRole('link', { name: 'Zavorel', exact: true }).click()
    const source = tab.getByRole('complementary', { name: 'The source' })
    await source.getByText('1 changed, 1 the same.').waitFor()
    expect(await source.locator('del').allInnerTexts()).toEqual(['cool'])
    expect(await source.locator('ins').allInnerTexts()).toEqual(['warm'])
    expect(await axeViolations(tab)).toEqual([])

    await source.getByRole('button', { name: 'Hand over for review' }).click()
    await source.getByRole('button', { name: 'Return' }).click()
    await tab.getByLabel('What has to change').fill('Say how warm.')
    await tab.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
    await source.getByText('Say how warm.').waitFor()

    await source.getByRole('button', { name: 'Publish' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Until').fill('2099-01-01T12:00')
    expect(await axeViolations(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await source.getByText(/Version 2 Published .*2099/).waitFor()
    await source.getByText('Replaced').waitFor()

    await source.getByRole('button', { name: 'Change the title' }).click()
    await tab.getByRole('dialog').getByLabel('Title').fill('Keeping Zavorel')
    await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await source.getByRole('heading', { name: 'Zavorel' }).waitFor()
    await source.getByText('Version 3').waitFor()
    expect(troubles).toEqual([])
    await tab.close()
  })

  test('a question that was not answered becomes a draft, and once it is published it can be asked again', async () => {
    await chatOf(given.service).say('Can I keep Brelimab in a beach bag?')
    const { page: tab, troubles } = await given.open('/library?view=unanswered')
    const asked = tab.getByRole('listitem').filter({ hasText: 'Can I keep Brelimab in a beach bag?' })
    await asked.getByRole('button', { name: 'Write the answer' }).click()
    const dialog = tab.getByRole('dialog')
    expect(await dialog.getByLabel('Question').inputValue()).toBe('Can I keep Brelimab in a beach bag?')
    await dialog.getByLabel('Answer').fill('Keep Brelimab out of a beach bag: it must stay below 25 degrees.')
    expect(await axeViolations(tab)).toEqual([])
    await dialog.getByRole('button', { name: 'Draft it' }).click()
    const source = tab.getByRole('complementary', { name: 'The source' })
    await source.getByText('it must stay below 25 degrees').waitFor()
    await source.getByRole('button', { name: 'Publish' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await source.getByRole('link', { name: /Ask .* again/ }).click()
    expect(await tab.getByLabel('Question').inputValue()).toBe('Can I keep Brelimab in a beach bag?')
    await tab.getByRole('button', { name: 'Ask' }).click()
    await tab.getByRole('region', { name: 'Chat' }).getByText('it must stay below 25 degrees').waitFor()
    expect(tab.url()).not.toContain('Brelimab')
    expect(troubles).toEqual([])
    await tab.close()
  })

  test('whoever may only read the library sees versions and can do nothing with them', async () => {
    const id = await addFile(given.service, 'read-only.md', page('Only looked at.'), { draft: true })
    await sourceRead(given.service, id)
    const { page: tab } = await given.openPage()
    await signInByKey(tab, given.service.url(), `/library?source=${id}`, await keyWith(given.service, 'benefits'))
    const source = tab.getByRole('complementary', { name: 'The source' })
    await source.getByText('Only looked at.').waitFor()
    expect(await source.getByRole('button').allInnerTexts()).toEqual(['Version 1'])
    await tab.close()
  })
})
