import { useMutation } from 'urql'
import { type KeyRowFragment, KeysDocument, RevokeKeyDocument } from '../../generated/documents.ts'
import { scopeName } from '../../parts/scopes.ts'
import { useActorName } from '../../parts/use-actor-name.ts'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed, Trouble } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { CreateKey } from './create-key.tsx'

/** The keys of machines and sites. A key's secret is shown once, when it is made. */
export function KeysSection() {
  const nameOf = useActorName()
  const [which = 'active', setWhich] = useParam('keys', ['active', 'all'])
  const keys = usePages(KeysDocument, { filter: which === 'active' ? { active: true } : null }, (data) => data.apiKeys)
  const [{ error }, revoke] = useMutation(RevokeKeyDocument)
  return (
    <>
      <CreateKey onCreated={keys.refresh} />
      <section className="block" aria-labelledby="keys">
        <div className="block-head">
          <h2 id="keys">Keys</h2>
          <Select
            label="Show"
            value={which}
            onChange={setWhich}
            options={[
              ['active', 'Active'],
              ['all', 'All'],
            ]}
          />
        </div>
        <Trouble of={error} />
        <Listed pages={keys} empty={<Empty title="No key here">Keys of the service's own settings are not listed.</Empty>}>
          <Table
            caption="API keys"
            rows={keys.nodes}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Name', cell: ({ name }) => name },
              { title: 'May', cell: ({ scopes }) => scopes.map(scopeName).join('; ') },
              {
                title: 'Made',
                cell: ({ createdAt, createdBy }) => (
                  <div>
                    <Time at={createdAt} />
                    <span className="under">by {nameOf(createdBy)}</span>
                  </div>
                ),
              },
              { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never') },
              { title: 'Until', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'No end') },
              {
                title: 'Actions',
                untitled: true,
                cell: (key) => <Revoke apiKey={key} onRevoke={() => revoke({ id: key.id }).then(keys.refresh)} />,
              },
            ]}
          />
        </Listed>
      </section>
    </>
  )
}

function Revoke({ apiKey: { name, revokedAt }, onRevoke }: { apiKey: KeyRowFragment; onRevoke: () => void }) {
  if (revokedAt) {
    return (
      <span className="quiet">
        Revoked <Time at={revokedAt} />
      </span>
    )
  }
  return (
    <Confirm label="Revoke" name={name} onConfirm={onRevoke}>
      Whoever uses this key is refused from now on.
    </Confirm>
  )
}
