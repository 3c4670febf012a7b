import { WidgetClientsDocument } from '../../generated/documents.ts'
import { useQueryString } from '../../parts/use-query-string.ts'
import { usePages } from '../../shell/use-pages.ts'
import { Empty, Listed } from '../../ui/states.tsx'
import { ClientForm } from './client-form.tsx'

/** Sites with the widget; one at a time is open, by its number in the address. */
export function ClientsSection() {
  const open = useQueryString<string>('client', '')
  const clients = usePages(WidgetClientsDocument, {}, (data) => data.widgetClients)
  return (
    <section className="block" aria-labelledby="clients">
      <div className="block-head">
        <h2 id="clients">Widget clients</h2>
        <button type="button" className="button" onClick={() => open.set(open.value === 'new' ? '' : 'new')}>
          {open.value === 'new' ? 'Close' : 'New client'}
        </button>
      </div>
      {open.value === 'new' && (
        <div className="card">
          <ClientForm onSaved={clients.refresh} />
        </div>
      )}
      <Listed pages={clients} empty={<Empty title="No widget client." />}>
        <ul className="rows rows-wide">
          {clients.nodes.map((client) => (
            <li key={client.id}>
              <div className="block-head">
                <div>
                  <strong>{client.name}</strong> {client.archivedAt && <span className="badge">Out of service</span>}
                  <p className="quiet break">
                    {client.allowedOrigins.length === 0 ? 'No page of another origin may use it.' : client.allowedOrigins.join(', ')}
                  </p>
                </div>
                <button
                  type="button"
                  className="button"
                  onClick={() => open.set(open.value === String(client.id) ? '' : String(client.id))}
                >
                  {open.value === String(client.id) ? 'Close' : 'Edit'}
                  <span className="unseen"> {client.name}</span>
                </button>
              </div>
              {open.value === String(client.id) && <ClientForm client={client} onSaved={clients.refresh} />}
            </li>
          ))}
        </ul>
      </Listed>
    </section>
  )
}
