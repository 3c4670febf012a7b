import { notify } from '../../shell/notices.tsx'
import { Button } from '../../ui/button.tsx'

interface ShownSecretProps {
  /** What it is, as a sentence begins: "This is the key." */
  what: string
  secret: string
  onPutAway: () => void
}

/** A secret that is on the page until it is put away, and nowhere after. */
export function ShownSecret({ what, secret, onPutAway }: ShownSecretProps) {
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => notify('Copied.'),
      () => notify('Your browser did not copy it: select it and copy it yourself.'),
    )
  return (
    <div className="notice notice-good" role="status">
      <p>{what} It is shown only now: copy it to where it is used.</p>
      <p>
        <code className="secret">{secret}</code>
      </p>
      <div className="actions">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={onPutAway}>Put away</Button>
      </div>
    </div>
  )
}
