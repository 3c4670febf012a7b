import { expect, test } from 'vitest'
import { UnreadableSource } from '../../src/domain/documents/document.ts'
import { extractDocument } from '../../src/domain/documents/extract-document.ts'
import { source } from './sources.ts'

const text =
  'Store the pen in the refrigerator. Keep it in its carton so that light does not reach it. Throw it away after 28 days even if some is left.'

async function html(body: string, metadata = {}) {
  return extractDocument(source('page.html', body, metadata))
}
async function contents(body: string) {
  return (await html(body)).sections.map(({ content }) => content).join('\n---\n')
}

test('only the main text of a page is read, not its furniture', async () => {
  const page = `<html><body><header>ACME</header><nav><a href=/>Home</a></nav><div class="cookie-banner">We use cookies</div>
    <main><h1>Pen</h1><nav>On this page</nav><h2>How to store</h2><p>${text}</p><p hidden>secret</p><p style="display: none">hidden</p>
    <aside>Related</aside><form><p>Subscribe</p></form></main><footer>Imprint</footer></body></html>`
  expect(await contents(page)).toBe(text)
})

test('without a main element the article is found among the furniture', async () => {
  const paragraphs = Array.from({ length: 6 }, (_, index) => `<p>${index}. ${text}</p>`).join('')
  const links = Array.from({ length: 30 }, (_, index) => `<li><a href="/${index}">Link number ${index}</a></li>`).join('')
  const page = `<html><body><nav><ul>${links}</ul></nav><div class="sidebar"><ul>${links}</ul></div><div class="content"><h2>Storage</h2>${paragraphs}</div><footer>Imprint</footer></body></html>`
  const read = await contents(page)
  expect(read).toContain(`5. ${text}`)
  expect(read).not.toMatch(/Link number|Imprint/)
})

test('headings, marked or only bold, lead their sections', async () => {
  const { title, sections } = await html(
    `<h1>Pen leaflet</h1><h2>5. HOW TO STORE PEN</h2><p>${text}</p><p><strong>After first use</strong></p><p>${text} Again.</p><p><b>Do not freeze it, ever, because that would spoil it.</b></p>`,
  )
  expect(title).toBe('Pen leaflet')
  expect(sections.map(({ sectionHeader }) => sectionHeader)).toEqual(['How to store Pen', 'After first use'])
  expect(sections[1]?.content).toMatch(/Do not freeze it/)
})

test('list items, table rows and line breaks stay lines', async () => {
  const read = await contents(`<p>Before:</p><ul><li>wash your <b>hands</b></li><li><p>dry them</p></li></ul>
    <table><tr><th>Age</th><th>Dose</th></tr><tr><td>Adults</td><td>10<sup>9</sup> <p>units</p></td></tr></table><p>one<br>two and three</p>`)
  expect(read).toBe('Before:\n- wash your hands\n- dry them\nAge | Dose\nAdults | 10^9 units\none\ntwo and three')
})

test('a layout table is read as paragraphs, with its headings', async () => {
  const { sections } = await html(
    `<table><tr><td><h2>How to store</h2><p>${text}</p></td><td><h2>Side effects</h2><p>Nausea and headache are common. Tell your doctor about a rash, swelling or trouble breathing at once.</p></td></tr></table>`,
  )
  expect(sections.map(({ sectionHeader, sectionType }) => [sectionHeader, sectionType])).toEqual([
    ['How to store', 'storage'],
    ['Side effects', 'side_effects'],
  ])
})

test('scripts and markup never survive, and nothing is run', async () => {
  const read = await contents(
    `<p onclick="globalThis.ran=1">Take one tablet<script>globalThis.ran = 1</script><style>p{}</style><noscript>no</noscript><template>t</template>
     <svg><text>drawing</text></svg><iframe src="x">frame</iframe><img src=x onerror="globalThis.ran=1" alt="picture"> daily with &lt;script&gt;alert(1)&lt;/script&gt; food.</p>`,
  )
  expect(read).toBe('Take one tablet daily with alert(1) food.')
  expect('ran' in globalThis).toBe(false)
})

test('the canonical address is the given one, else the absolute one of the page', async () => {
  const page = (head: string) => `<html><head>${head}</head><body><p>${text}</p></body></html>`
  const canonical = async (head: string, metadata = {}) => (await html(page(head), metadata)).canonicalUrl
  const link = '<link rel="canonical" href="https://example.com/pen"><meta property="og:url" content="https://example.com/og">'
  expect(await canonical(link, { url: 'https://example.org/given' })).toBe('https://example.org/given')
  expect(await canonical(link)).toBe('https://example.com/pen')
  expect(await canonical('<link rel="canonical" href="/pen"><meta property="og:url" content="https://example.com/og">')).toBe(
    'https://example.com/og',
  )
  expect(await canonical('<link rel="canonical" href="javascript:alert(1)">')).toBeNull()
})

test.each([
  ['a generic h1', '<title>Wegovy leaflet</title>', '<h1>Package leaflet: Information for the user</h1>', 'Wegovy leaflet'],
  ['no h1', '<title>Pen | ACME Pharma</title>', '', 'Pen'],
  ['nothing', '', '', 'page'],
])('the title with %s is the best there is', async (_case, head, body, title) => {
  expect((await html(`<html><head>${head}</head><body>${body}<p>${text}</p></body></html>`)).title).toBe(title)
})

test.each([
  ['200,000 nested elements', '<div>'.repeat(200_000)],
  ['nested inline elements', `${'<b>x'.repeat(100_000)}`],
  ['200,000 unclosed paragraphs', '<p>x y'.repeat(200_000)],
  ['nested lists in tables', '<table><tr><td><ul><li>'.repeat(40_000)],
  ['unclosed comments and scripts', '<!--<script>'.repeat(100_000)],
])('an HTML bomb of %s is read or refused in bounded time', async (_case, bomb) => {
  const before = process.threadCpuUsage()
  await html(bomb).catch((error) => expect(error).toBeInstanceOf(UnreadableSource))
  // CPU time in microseconds, so that a busy machine changes nothing.
  const { user, system } = process.threadCpuUsage(before)
  expect(user + system).toBeLessThan(15_000_000)
})

test('elements nested a thousand deep are read without recursion', async () => {
  expect(await contents(`${'<div>'.repeat(1500)}${text}${'</div>'.repeat(1500)}`)).toBe(text)
})

test.each(['', ' \n ', '<html><body><script>1</script></body></html>', '<p>  </p>'])('a page without text is refused: %j', async (page) => {
  await expect(html(page)).rejects.toThrow(/empty|No text/)
})

test('what is struck out is left out, so that no withdrawn dose is read', async () => {
  expect(await contents('<p>Take <del>80</del> <ins>40</ins> mg once a day. <s>Old: 100 mg</s></p>')).toBe('Take 40 mg once a day.')
})

test.each([
  ['up to 30<sup>1,2</sup> days in a row', 'up to 30 days in a row'],
  ['15<sup>a,b</sup> mg and 10<sup>(1)</sup> mg on day one', '15 mg and 10 mg on day one'],
  ['80 mg<sup>3</sup> for the first time.<sup>4-6</sup>', '80 mg for the first time.'],
  ['2<sup>4</sup> pens of one carton at once', '2 pens of one carton at once'],
  ['below 50 × 10<sup>9</sup>/L or 10<sup>-3</sup> of it', 'below 50 × 10^9/L or 10^-3 of it'],
  ['75 mg/m<sup>2</sup> and 30 kg/m<sup>2</sup> at most', '75 mg/m2 and 30 kg/m2 at most'],
  ['the <sup>13</sup>C breath test on the 1<sup>st</sup> day', 'the 13C breath test on the 1st day'],
])('a footnote’s mark is no part of a figure: %s', async (raised, read) => {
  expect(await contents(`<p>${raised}</p>`)).toBe(read)
})
