import { useState } from 'preact/hooks'
import { phonesIn, plainText, telOf } from '../answer-text.ts'
import { CallbackForm } from './callback-form.tsx'
import type { Entry } from './entries.ts'
import { Feedback } from './feedback.tsx'
import { ResourceCards } from './resource-cards.tsx'
import { RichText } from './rich-text.tsx'
import { useConversation, useSurroundings } from './surroundings.ts'
import { problemText, type Texts } from './texts.ts'

/** A refusal may hold what must not wait: the fixed answer to an emergency, or at least whom to call. */
const urgentWords = ({ problem }: Entry) =>
  problem?.safetyMessage || (/\b(911|988)\b/.test(problem?.message ?? '') ? (problem?.message ?? '') : '')

/** A refused request does not say which safety text came with it: the text for reports alone names the FDA. */
const isReport = (entry: Entry) => entry.queryType === 'adverse_event' || (entry.state === 'failed' && /\bFDA\b/.test(urgentWords(entry)))

const isEmergency = (entry: Entry) =>
  entry.queryType === 'emergency' || (entry.state === 'failed' && urgentWords(entry).length > 120 && !isReport(entry))

/** What an answer is, in a word, where it is not simply an answer. */
function badgeOf(entry: Entry, texts: Texts): string | undefined {
  const { tier, state } = entry
  if (isReport(entry) && (state === 'done' || state === 'failed')) return texts.adverse_event
  if (state !== 'done') return undefined
  return tier === 'uncertain' || tier === 'not_found' ? texts[tier] : undefined
}

const kindOf = (entry: Entry) => {
  if (isEmergency(entry)) return 'emergency'
  if (isReport(entry) && (entry.state === 'done' || entry.state === 'failed')) return 'safety'
  if (entry.state !== 'done') return entry.state
  return entry.tier ?? 'fixed'
}

/** What is said to a report, and apart from it the answer to what was asked besides: a blank line parts them. */
function partsOf({ text, queryType }: Entry): [string, string] {
  const at = queryType === 'adverse_event' ? text.lastIndexOf('\n\n') : -1
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
}

/** The text of an answer as it is read aloud, once. */
export function spokenAnswer(entry: Entry, texts: Texts): string {
  if (entry.state === 'failed') return urgentWords(entry) || problemText(texts, entry.problem?.code ?? '')
  if (entry.state === 'stopped') return texts.stopped
  const badge = isEmergency(entry) ? texts.emergency : badgeOf(entry, texts)
  return [badge ? `${badge}.` : '', entry.person ? `${entry.person}:` : texts.answered, plainText(entry.text)].filter(Boolean).join(' ')
}

export function EntryView({ entry }: { entry: Entry }) {
  const { texts } = useSurroundings()
  if (entry.role === 'user') {
    return (
      <li class="entry user">
        <span class="hidden">{texts.youSaid} </span>
        <p>{entry.text}</p>
      </li>
    )
  }
  return (
    <li class={`entry assistant ${kindOf(entry)}`} data-kind={kindOf(entry)}>
      <Answer entry={entry} />
    </li>
  )
}

function Answer({ entry }: { entry: Entry }) {
  const { texts, client, conversation } = useSurroundings()
  const { state, resources, tier, person } = entry
  const { appearance, person: present } = useConversation(conversation)
  const consent = appearance?.callbackConsent
  const [text, rest] = partsOf(entry)
  const badge = badgeOf(entry, texts)
  const urgent = urgentWords(entry)
  const shown = text || urgent
  const emergency = isEmergency(entry)
  // A label's figure is no line to call; what the service itself says is, as to a report beside which a question was answered.
  const lines = (at: number) => state !== 'streaming' && (tier !== 'answer' || (at === 0 && rest !== ''))
  return (
    <>
      {person ? <strong class="person">{person}</strong> : <span class="hidden">{texts.answered} </span>}
      {emergency && <Emergency text={shown} />}
      {badge && <p class="badge">{badge}</p>}
      {[shown, rest].map(
        (part, at) =>
          part && (
            <div key={at} class={at === 0 ? 'text' : 'text rest'}>
              <RichText
                text={part}
                base={client.base}
                newTab={texts.newTab}
                emergencyLines={lines(at)}
                titles={resources.map(({ title }) => title)}
              />
            </div>
          ),
      )}
      {state === 'waiting' && <p class="note busy">{present ? texts.waitingFor(present) : texts.waiting}</p>}
      {state === 'reconnecting' && <p class="note busy">{navigator.onLine ? texts.reconnecting : texts.offline}</p>}
      {state === 'stopped' && <p class="note">{texts.stopped}</p>}
      {state === 'failed' && !emergency && <p class="note problem">{problemText(texts, entry.problem?.code ?? '')}</p>}
      <Again entry={entry} />
      <ResourceCards resources={resources} />
      {state === 'done' && entry.offersCallback && consent && <CallbackForm consent={consent} />}
      {state === 'done' && <Actions entry={entry} emergency={emergency} />}
    </>
  )
}

/** Nobody overlooks it, and one touch calls. */
function Emergency({ text }: { text: string }) {
  const { texts } = useSurroundings()
  return (
    <div class="alarm">
      <strong>{texts.emergency}</strong>
      {phonesIn(text).map((phone) => (
        <a key={phone} class="call" href={telOf(phone)}>
          {texts.call} {phone}
        </a>
      ))}
    </div>
  )
}

function Again({ entry }: { entry: Entry }) {
  const { texts, conversation } = useSurroundings()
  if (!entry.pending || (entry.state !== 'stopped' && entry.state !== 'failed')) return null
  return (
    <button type="button" class="quiet" onClick={() => conversation.retry(entry)}>
      {entry.state === 'stopped' ? texts.again : texts.tryAgain}
    </button>
  )
}

function Actions({ entry, emergency }: { entry: Entry; emergency: boolean }) {
  const { texts, announce } = useSurroundings()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(entry.text)
    setCopied(true)
    announce(texts.copied)
  }
  return (
    <div class="actions">
      {'clipboard' in navigator && (
        <button type="button" class="quiet" onClick={() => void copy().catch(() => {})}>
          {isCopied ? texts.copied : texts.copy}
        </button>
      )}
      {!emergency && entry.tier && entry.pending && <Feedback entry={entry} />}
    </div>
  )
}
