import { coloursOf, grounds } from './colours.ts'

/** The widget's own style sheet, which a page's Content-Security-Policy does not have to allow: it is no element and no attribute. */
export function styleSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

/** The client's colour and what follows from it. */
export function colourText(primaryColor: string | undefined): string {
  const { accent, onAccent, light, dark } = coloursOf(primaryColor)
  return `:host { --accent: ${accent}; --on-accent: ${onAccent}; --link-light: ${light}; --link-dark: ${dark}; }`
}

const dark = `--link: var(--link-dark); --surface: #16191e; --ground: ${grounds.dark}; --text: #eceff3; --quiet: #b3bbc6; --line: #3a414c;
  --field: #8a94a3; --warn: #f2c35b; --warn-ground: #2e2818; --alarm: #ff8f85; --alarm-ground: #3a1a18; color-scheme: dark;`

export const styleText = `
:host { all: initial; display: block; --link: var(--link-light); --surface: #fff; --ground: ${grounds.light}; --text: #1a1f27; --quiet: #545e6c;
  --line: #d9dee5; --field: #7a8594; --warn: #8a5a00; --warn-ground: #fff6e0; --alarm: #b3150a; --alarm-ground: #fff0ee; color-scheme: light;
  font: 400 1rem/1.5 -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif; color: var(--text); text-align: start; }
:host([hidden]) { display: none; }
@media (prefers-color-scheme: dark) { :host(:not([theme='light'])) { ${dark} } }
:host([theme='dark']) { ${dark} }
*, ::before, ::after { box-sizing: border-box; }
button, input, textarea { font: inherit; color: inherit; margin: 0; }
button { cursor: pointer; min-height: 2rem; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
h2, h3, p, ul, ol { margin: 0; padding: 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.panel { display: flex; flex-direction: column; background: var(--surface); overflow: hidden; overflow-wrap: anywhere; position: relative; }
.panel.inline { border: 1px solid var(--line); border-radius: 12px; height: var(--care-outreach-height, 36rem); min-height: 20rem; }
.panel.over { position: fixed; z-index: 2147483001; inset-block-end: 1.5rem; inset-inline-end: 1.5rem; width: 26rem; max-width: calc(100vw - 2rem);
  height: min(42rem, calc(100dvh - 3rem)); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 2px 6px rgb(0 0 0 / 8%), 0 16px 48px rgb(0 0 0 / 18%); }
.launcher { position: fixed; z-index: 2147483000; inset-block-end: 1.5rem; inset-inline-end: 1.5rem; display: flex; align-items: center; gap: .5rem;
  min-height: 3.25rem; padding: 0 1.25rem 0 1rem; border: 1px solid transparent; border-radius: 2rem; background: var(--accent); color: var(--on-accent);
  font-weight: 600; box-shadow: 0 2px 12px rgb(0 0 0 / 22%); }
.launcher:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; box-shadow: 0 0 0 3px var(--surface); }
.launcher.away { display: none; }
svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; flex: none; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; padding: .875rem 1rem; border-block-end: 1px solid var(--line); }
h2 { font-size: 1rem; font-weight: 600; flex: 1 1 8rem; }
.modes { display: flex; gap: .25rem; background: var(--ground); border-radius: 8px; padding: .1875rem; }
.modes button { border: 0; border-radius: 6px; padding: 0 .75rem; background: none; font-size: .875rem; color: var(--quiet); }
.modes [aria-pressed='true'] { background: var(--surface); color: var(--text); font-weight: 600; box-shadow: 0 0 0 1px var(--line); }
.close { border: 0; background: none; padding: .25rem; min-width: 2rem; border-radius: 6px; line-height: 0; }
.log { flex: 1 1 auto; overflow-y: auto; padding: 1rem; min-height: 6rem; outline-offset: -3px; }
.log > div > ol { list-style: none; display: flex; flex-direction: column; gap: 1rem; }
.entry p { white-space: pre-wrap; }
.entry p + p, .text ul, .text ol, .text p + *, .text ul + p { margin-block-start: .5rem; }
.text ul, .text ol { padding-inline-start: 1.25rem; }
.text ul { list-style: disc; }
.text .source { font-weight: 600; }
.text * + .source { margin-block-start: 1.25rem; }
.text .source + * { margin-block-start: 0; }
.person { display: block; }
.user { align-self: end; max-width: 85%; background: var(--accent); color: var(--on-accent); border-radius: 14px 14px 4px 14px; padding: .5rem .875rem; }
.user:dir(rtl) { border-radius: 14px 14px 14px 4px; }
.assistant { max-width: 100%; }
.welcome, .answer, .fixed, .waiting, .streaming, .reconnecting, .stopped, .failed { padding-inline-end: .5rem; }
.badge { display: inline-block; font-size: .8125rem; font-weight: 600; margin-block-end: .375rem; }
.uncertain { border-inline-start: 4px solid var(--warn); background: var(--warn-ground); padding: .75rem .875rem; border-radius: 6px; }
.uncertain .badge { color: var(--warn); }
.not_found { border: 1px dashed var(--field); padding: .75rem .875rem; border-radius: 6px; }
.not_found .badge { color: var(--quiet); }
.safety { border-inline-start: 4px solid var(--link); background: var(--ground); padding: .75rem .875rem; border-radius: 6px; }
.safety .rest { margin-block-start: .875rem; padding-block-start: .875rem; border-block-start: 1px solid var(--line); }
.emergency { border: 3px solid var(--alarm); background: var(--alarm-ground); padding: 1rem; border-radius: 8px; }
.emergency a:not(.call) { color: var(--alarm); font-weight: 600; }
.alarm { display: flex; flex-direction: column; gap: .5rem; margin-block-end: .875rem; }
.alarm strong { font-size: 1.1875rem; line-height: 1.3; color: var(--alarm); }
.call { display: block; padding: .625rem 1rem; border-radius: 8px; background: #b3150a; color: #fff; font-weight: 700; font-size: 1.125rem;
  text-align: center; text-decoration: none; }
.phone { white-space: nowrap; }
.note { color: var(--quiet); font-size: .875rem; }
.text + .note, .entry > .quiet { margin-block-start: .5rem; }
.problem { color: var(--alarm); }
.busy::before { content: ''; display: inline-block; width: .5rem; height: .5rem; margin-inline-end: .5rem; border-radius: 50%; background: var(--link); }
.quiet:is(button) { background: var(--surface); border: 1px solid var(--field); border-radius: 7px; padding: 0 .75rem; font-size: .875rem; color: var(--text); }
.quiet:is(button):hover, .modes button:hover { color: var(--link); }
.sources { margin-block-start: .875rem; }
.label { font-size: .8125rem; color: var(--quiet); margin-block-end: .375rem; }
.sources ul, .hits { list-style: none; display: flex; flex-direction: column; gap: .5rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; }
.card h3 { font-size: 1rem; font-weight: 600; }
.sources .card a { display: block; text-decoration: none; margin: -.5rem -.75rem; padding: .5rem .75rem; border-radius: 8px; }
.card a:hover .title { text-decoration: underline; }
.title { display: block; font-weight: 500; }
.place { display: block; font-size: .8125rem; color: var(--quiet); }
.excerpt { font-size: .9375rem; margin-block-start: .375rem; white-space: pre-line; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5;
  overflow: hidden; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-block-start: .75rem; }
.actions .quiet { border-color: var(--line); }
.actions:has(form) { align-items: start; }
.callback { display: grid; gap: .5rem; margin-block-start: .75rem; font-size: .875rem; }
.callback label:not(.agree) { display: grid; gap: .25rem; }
.callback .agree { display: flex; gap: .5rem; align-items: baseline; }
.callback .agree input { flex: none; width: auto; }
.callback :is(input[type=tel], select) { font: inherit; min-height: 2.5rem; padding: .25rem .5rem; border: 1px solid var(--field); border-radius: .5rem; background: var(--surface); color: inherit; }
.callback p:empty { display: none; }
.feedback { flex: 1 1 15rem; }
.feedback form { scroll-margin-block: 1rem; }
.feedback textarea { display: block; margin-block-start: .375rem; }
.feedback fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem; }
.feedback legend { float: inline-start; font-size: .875rem; color: var(--quiet); padding: 0; margin-inline-end: .25rem; line-height: 2rem; }
.feedback label { display: block; font-size: .875rem; }
.feedback .quiet { margin-block-start: .375rem; }
.feedback fieldset .quiet { margin: 0; }
textarea, input { width: 100%; background: var(--surface); border: 1px solid var(--field); border-radius: 8px; padding: .5rem .75rem; }
::placeholder { color: var(--quiet); opacity: 1; }
.composer { position: relative; display: flex; gap: .5rem; padding: .75rem 1rem .5rem; border-block-start: 1px solid var(--line); }
.composer input { flex: 1; min-width: 0; min-height: 2.75rem; }
.primary { border: 1px solid transparent; border-radius: 8px; padding: 0 1rem; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.suggestions { position: absolute; inset-inline: 1rem; inset-block-end: calc(100% - .5rem); list-style: none; max-height: 14rem; overflow-y: auto;
  background: var(--surface); border: 1px solid var(--field); border-radius: 8px; padding: .25rem; box-shadow: 0 4px 16px rgb(0 0 0 / 16%); z-index: 1; }
.suggestions > * { padding: .5rem .625rem; border-radius: 5px; cursor: pointer; }
.suggestions [aria-selected='true'], .suggestions > :hover { background: var(--ground); box-shadow: inset 3px 0 0 var(--link); }
.disclaimer { padding: 0 1rem .75rem; font-size: .75rem; color: var(--quiet); }
@media (max-width: 480px), (max-height: 420px) {
  .panel.over { inset: 0; width: 100%; max-width: none; height: 100dvh; border: 0; border-radius: 0; }
  .modes { order: 3; flex: 1 1 100%; }
  .modes button { flex: 1; }
}
@media (max-height: 420px) { .panel.over { overflow-y: auto; } .panel.over .log { flex: none; overflow: visible; } }
@media (prefers-reduced-motion: no-preference) {
  .busy::before { animation: pulse 1.2s ease-in-out infinite alternate; }
  @keyframes pulse { to { opacity: .25; } }
}
@media (forced-colors: active) { .launcher, .primary, .user, .call { border: 1px solid; } }
`
