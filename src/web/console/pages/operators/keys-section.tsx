import { useState } from 'react'
import { useMutation } from 'urql'
import { type KeyRowFragment, KeysDocument, RevokeKeyDocument } from '../../generated/documents.ts'
import { Chosen } from '../../parts/chosen.tsx'
import { moment } from '../../parts/formats.ts'
import { useQueryString } from '../../parts/use-query-string.ts'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed, wordsOf } from '../../ui/states.tsx'
import { CreateKey } from './create-key.tsx'

/** The keys of machines and sites. A key's secret is shown once, when it is made. */
export function KeysSection() {
  const which = useQueryString<'active' | 'all'>('keys', 'active', ['active', 'all'])
  const keys = usePages(KeysDocument, { filter: which.value === 'active' ? { active: true } : null }, (data) => data.apiKeys)
  const [{ error }, revoke] = useMutation(RevokeKeyDocument)
  return (
    <>
      <CreateKey onCreated={keys.refresh} />
      <section className="block" aria-labelledby="keys">
        <div className="block-head">
          <h2 id="keys">Keys</h2>
          <Chosen
            label="Show"
            chosen={which}
            options={[
              { value: 'active', name: 'Active' },
              { value: 'all', name: 'All' },
            ]}
          />
        </div>
        {error && (
          <p className="notice notice-error" role="alert">
            {wordsOf(error)}
          </p>
        )}
        <Listed pages={keys} empty={<Empty title="No key here. Keys of the service's own settings are not listed." />}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be scrolled by keyboard */}
          <section className="table-scroll" aria-label="API keys" tabIndex={0}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Scopes</th>
                  <th scope="col">Made</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Until</th>
                  <th scope="col">
                    <span className="unseen">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.nodes.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onRevoke={() => revoke({ id: key.id }).then(keys.refresh)} />
                ))}
              </tbody>
            </table>
          </section>
        </Listed>
      </section>
    </>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: KeyRowFragment; onRevoke: () => void }) {
  const { name, scopes, createdAt, createdBy, lastUsedAt, expiresAt, revokedAt } = apiKey
  const [asked, setAsked] = useState(false)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{scopes.map((scope) => scope.replaceAll('_', ' ')).join(', ')}</td>
      <td>
        {moment(createdAt)}
        <div className="quiet">by {createdBy}</div>
      </td>
      <td>{lastUsedAt ? moment(lastUsedAt) : 'Never'}</td>
      <td>{expiresAt ? moment(expiresAt) : 'For good'}</td>
      <td>
        {revokedAt ? (
          <span className="quiet">Revoked {moment(revokedAt)}</span>
        ) : asked ? (
          <button type="button" className="button danger" onClick={onRevoke} onBlur={() => setAsked(false)}>
            Revoke for good<span className="unseen"> {name}</span>
          </button>
        ) : (
          <button type="button" className="button" onClick={() => setAsked(true)}>
            Revoke<span className="unseen"> {name}</span>
          </button>
        )}
      </td>
    </tr>
  )
}
