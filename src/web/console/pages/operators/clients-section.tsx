import { WidgetClientsDocument } from '../../generated/documents.ts'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Empty, Listed } from '../../ui/states.tsx'
import { ClientForm } from './client-form.tsx'

/** Sites with the widget; one at a time is open, by its number in the address. */
export function ClientsSection() {
  const [open, setOpen] = useParam('client')
  const clients = usePages(WidgetClientsDocument, {}, (data) => data.widgetClients)
  return (
    <section className="block" aria-labelledby="clients">
      <div className="block-head">
        <h2 id="clients">Widget clients</h2>
        <Button onClick={() => setOpen(open === 'new' ? undefined : 'new')}>{open === 'new' ? 'Close' : 'New client'}</Button>
      </div>
      {open === 'new' && (
        <div className="card">
          <ClientForm onSaved={clients.refresh} />
        </div>
      )}
      <Listed pages={clients} empty={<Empty title="No widget client yet" />}>
        <ul className="rows rows-wide">
          {clients.nodes.map((client) => (
            <li key={client.id}>
              <div className="block-head">
                <div>
                  <strong>{client.name}</strong> {client.archivedAt && <Pill of="out of service" />}
                  <p className="quiet break">
                    {client.allowedOrigins.length === 0
                      ? 'Any site that the service’s settings allow (WIDGET_ORIGINS)'
                      : client.allowedOrigins.join(', ')}
                  </p>
                </div>
                <Button onClick={() => setOpen(open === String(client.id) ? undefined : String(client.id))}>
                  {open === String(client.id) ? 'Close' : 'Edit'}
                  <span className="unseen"> {client.name}</span>
                </Button>
              </div>
              {open === String(client.id) && <ClientForm client={client} onSaved={clients.refresh} />}
            </li>
          ))}
        </ul>
      </Listed>
    </section>
  )
}
