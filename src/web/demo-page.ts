interface Tag {
  src: string
  integrity: string
  widgetKey: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)

const questions = [
  'How long can Emgality be out of the refrigerator?',
  'What are common side effects of Emgality?',
  'Is there help with the cost of my medicine?',
  '¿Cómo guardo Emgality?',
]

/** Asks the widget what is on the button that is pressed, as any page may. */
export const demoScript = `const ready = new Promise((go) => {
  if (window.CareOutreach) go()
  else document.addEventListener('care-outreach:ready', go, { once: true })
})
document.querySelector('.questions').addEventListener('click', ({ target }) => {
  if (target.matches('button')) void ready.then(() => window.CareOutreach.ask(target.textContent))
})
`

/** A patient page as a manufacturer or pharmacy has it, on facts of the sample library, and the tag that puts the widget on it. */
export function demoPage({ src, integrity, widgetKey }: Tag): string {
  const attributes = [
    ['src', src],
    ['integrity', integrity],
    ['crossorigin', 'anonymous'],
    ['data-key', widgetKey],
  ].map(([name, value]) => `${name}="${escaped(value ?? '')}"`)
  const tag = `<script ${attributes.join(' ')} async></script>`
  const shown = `<script\n  ${attributes.join('\n  ')}\n  async></script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Storing Emgality at home · Care Outreach demo</title>
<link rel="stylesheet" href="/demo/demo.css">
<link rel="icon" href="data:,">
<script src="/demo/demo.js" defer></script>
</head>
<body>
<aside class="sample">Sample page for evaluation. It is not medical advice.</aside>
<header>
<p class="brand">Sample patient site</p>
</header>
<main>
<p class="section">Emgality</p>
<h1>Storing Emgality at home</h1>
<p class="lead">Emgality has to stay cold until you use it. Here is what that means in a normal kitchen, and what to do when it has not been cold.</p>

<h2>In the refrigerator</h2>
<ul>
<li>Keep it between 36°F and 46°F (2°C to 8°C).</li>
<li>Leave it in the carton it came in, which protects it from light.</li>
<li>Do not freeze it, and do not shake it.</li>
</ul>

<h2>Out of the refrigerator</h2>
<p>It may be out for up to 7 days in its carton, at no more than 86°F (30°C). Once it has been stored out of the refrigerator, do not put it back in.</p>

<h2>Questions?</h2>
<p>Ask one of these, or your own by “Ask a question”:</p>
<ul class="questions">
${questions.map((question) => `<li><button type="button">${question}</button></li>`).join('\n')}
</ul>
<p>Answers come from the sample library of this service, each with the page it is from. A question that the library does not answer is told so.</p>

<section class="embed" aria-labelledby="embed">
<h2 id="embed">Put it on your own page</h2>
<p>One tag. Copy it as it is; the integrity hash belongs to this build of the widget. <code>/widget.js</code> is always the newest.</p>
<pre tabindex="0" aria-label="Script tag of the widget"><code>${escaped(shown)}</code></pre>
</section>
</main>
${tag}
</body>
</html>
`
}
