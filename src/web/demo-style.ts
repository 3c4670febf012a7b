/** The style sheet of `/demo` and of `/`. */
export const demoStyle = `
:root { color-scheme: light dark; --edge: clamp(1.5rem, 16vw - 6.5rem, 9.5rem); --text: #1a1f27; --quiet: #545e6c; --surface: #fff; --ground: #f4f6f8; --line: #dfe3e8; --link: #1a5fd0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceff3; --quiet: #b3bbc6; --surface: #121417; --ground: #1d2126; --line: #343a43; --link: #7db1ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); font: 1.0625rem/1.6 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
  padding-block-end: 6rem; overflow-wrap: anywhere; }
.sample { margin: 0; padding: .375rem var(--edge); background: var(--ground); color: var(--quiet); font-size: .875rem; }
header { border-block-end: 1px solid var(--line); padding: 1rem var(--edge); }
.brand { margin: 0; font-weight: 600; }
main { max-width: 39rem; padding-block: 2.5rem; margin-inline: var(--edge); }
.section { margin: 0; color: var(--quiet); font-size: .9375rem; }
h1 { font-size: 2.125rem; line-height: 1.2; letter-spacing: -.02em; margin: .25rem 0 1rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.25rem 0 .5rem; }
.lead { font-size: 1.1875rem; color: var(--quiet); margin: 0; }
a { color: var(--link); }
ul { padding-inline-start: 1.25rem; }
li { margin-block: .25rem; }
.questions { list-style: none; padding: 0; }
.questions button { font: inherit; color: var(--link); text-align: start; background: none; border: 1px solid var(--line); border-radius: 8px; padding: .375rem .875rem; cursor: pointer; }
.questions button:hover { border-color: var(--link); }
.embed { margin-block-start: 3rem; border-block-start: 1px solid var(--line); }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; font-size: .8125rem; line-height: 1.6;
  white-space: pre-wrap; user-select: all; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`
