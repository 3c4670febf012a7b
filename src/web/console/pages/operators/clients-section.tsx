import { WidgetClientsDocument } from '../../generated/documents.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { States } from '../../parts/states.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { useQueryString } from '../../parts/use-query-string.ts'
import { ClientForm } from './client-form.tsx'

/** Sites with the widget; one at a time is open, by its number in the address. */
export function ClientsSection() {
  const open = useQueryString<string>('client', '')
  const clients = usePages(WidgetClientsDocument, { first: 50 }, (data) => data.widgetClients)
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
          <ClientForm onSaved={clients.again} />
        </div>
      )}
      <States value={clients.nodes} {...clients} empty={<p>No widget client.</p>}>
        {(nodes) => (
          <ul className="rows rows-wide">
            {nodes.map((client) => (
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
                    <span className="visually-hidden"> {client.name}</span>
                  </button>
                </div>
                {open.value === String(client.id) && <ClientForm client={client} onSaved={clients.again} />}
              </li>
            ))}
          </ul>
        )}
      </States>
      <MoreButton list={clients} />
    </section>
  )
}
