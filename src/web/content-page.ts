import type { ReadPublishedItemQuery } from './generated/documents.ts'

type PublishedItem = NonNullable<ReadPublishedItemQuery['found']>
type Neighbour = NonNullable<PublishedItem['next']>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const listed = /^[-•*] +/

/** The library writes a paragraph or a point of a list a line. */
const blocks = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) =>
      listed.test(line) ? `<ul><li dir="auto">${escaped(line.replace(listed, ''))}</li></ul>` : `<p dir="auto">${escaped(line)}</p>`,
    )
    .join('\n')
    .replaceAll('</ul>\n<ul>', '\n')

/** The whole of a page around `main`, which is HTML already. */
const page = (title: string, main: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="page.css">
<link rel="icon" href="data:,">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

/** A section of the library with its heading, its text, and the way to the sections before and after it. */
export function itemPage({ item, place, count, previous, next }: PublishedItem): string {
  const { title, sectionHeader, content } = item
  const header = sectionHeader !== null && sectionHeader !== title ? sectionHeader : null
  const where = [
    ...(count > 1 ? [`Part ${place} of ${count}`] : []),
    ...('page' in item && item.page !== null ? [`Page ${item.page}`] : []),
    ...('timestampDisplay' in item && item.timestampDisplay !== null ? [`Video, ${item.timestampDisplay}`] : []),
  ]
  return page(
    header === null ? title : `${header} · ${title}`,
    `<header>
<h1 dir="auto">${escaped(title)}</h1>
${where.length > 0 ? `<p class="where">${escaped(where.join(' · '))}</p>` : ''}
</header>
<article>
${header === null ? '' : `<h2 dir="auto">${escaped(header)}</h2>`}
${blocks(content)}
</article>
${previous || next ? `<nav aria-label="Other parts">\n${link('prev', 'Previous', previous)}\n${link('next', 'Next', next)}\n</nav>` : ''}
<footer>
<p>General information, as an answer cited it. It does not replace your doctor or pharmacist. In an emergency, call 911.</p>
</footer>`,
  )
}

const link = (rel: 'prev' | 'next', label: string, to: Neighbour | null) =>
  to === null
    ? ''
    : `<a rel="${rel}" href="${escaped(to.id)}"><span>${label}</span> <bdi>${escaped(to.sectionHeader ?? to.title)}</bdi></a>`

/** For an address that leads nowhere, or nowhere any more. */
export const noSuchPage = () =>
  page(
    'Page not found',
    `<h1>This page is not here</h1>
<p>The text may have been changed or taken out of the library since the link was made, or it is not open to everybody.</p>
<p>If an answer led you here, please ask your question again: the new answer links to what the library has now.</p>`,
  )

/** For a page that cannot be shown now. */
export const troublePage = (tooMany: boolean) =>
  page(
    'Page not available',
    `<h1>This page cannot be shown right now</h1>
<p>${tooMany ? 'Too many pages were opened from your network in a short time. Please wait a minute, then load this page again.' : 'Something went wrong on our side. Please try again in a little while.'}</p>`,
  )
