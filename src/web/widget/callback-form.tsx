import { useEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from './service-client.ts'
import { useSurroundings } from './surroundings.ts'
import { ownOr } from './texts.ts'

const times = ['any', 'morning', 'afternoon', 'evening'] as const

/** E.164, of a number as people of the United States and Canada write it, or of one with its country. */
function dialable(written: string): string | undefined {
  const digits = written.replace(/[\s().-]/g, '')
  if (/^\+[1-9]\d{7,14}$/.test(digits)) return digits
  return /^1?[2-9]\d{9}$/.test(digits) ? `+1${digits.slice(-10)}` : undefined
}

/** Lets a visitor who wants a person leave a number: staff call. */
export function CallbackForm({ consent }: { consent: string }) {
  const { texts, conversation, announce } = useSurroundings()
  const [phone, setPhone] = useState('')
  const [time, setTime] = useState<(typeof times)[number]>('any')
  const [agreed, setAgreed] = useState(false)
  const [state, setState] = useState<'open' | 'sending' | 'done'>('open')
  const [problem, setProblem] = useState('')
  const done = useRef<HTMLParagraphElement>(null)
  const wording = ownOr(texts, consent, 'callbackConsent')
  useEffect(() => {
    if (state === 'done') done.current?.focus()
  }, [state])

  async function send(event: Event) {
    event.preventDefault()
    const phoneNumber = dialable(phone)
    if (!phoneNumber) return setProblem(texts.callbackNumberWrong)
    setProblem('')
    setState('sending')
    try {
      await conversation.askForCallback({ phoneNumber, preferredTime: time, consent: wording })
      setState('done')
      announce(texts.callbackDone)
    } catch (error) {
      setState('open')
      setProblem(error instanceof RequestError && error.code === 'RATE_LIMITED' ? texts.callbackTooMany : texts.UNAVAILABLE)
    }
  }

  if (state === 'done') {
    return (
      <p class="note" tabIndex={-1} ref={done}>
        {texts.callbackDone}
      </p>
    )
  }
  return (
    <form class="callback" onSubmit={(event) => void send(event)}>
      <strong>{texts.callback}</strong>
      <label>
        {texts.callbackNumber}
        <input
          type="tel"
          autocomplete="tel"
          required
          maxLength={40}
          value={phone}
          onInput={({ currentTarget }) => setPhone(currentTarget.value)}
        />
      </label>
      <label>
        {texts.callbackTime}
        <select value={time} onChange={({ currentTarget }) => setTime(currentTarget.value as typeof time)}>
          {times.map((one) => (
            <option key={one} value={one}>
              {texts.callbackTimes[one]}
            </option>
          ))}
        </select>
      </label>
      <label class="agree">
        <input type="checkbox" required checked={agreed} onChange={({ currentTarget }) => setAgreed(currentTarget.checked)} />
        {wording}
      </label>
      <p class="note problem" role="alert">
        {problem}
      </p>
      <button type="submit" class="quiet" disabled={state === 'sending'}>
        {texts.callbackSend}
      </button>
    </form>
  )
}
