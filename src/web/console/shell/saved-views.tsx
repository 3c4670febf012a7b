import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation, useSearch } from 'wouter'
import { RemoveViewDocument, SaveViewDocument } from '../generated/documents.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Select } from '../ui/select.tsx'
import { Trouble } from '../ui/states.tsx'
import { useCaller } from './caller.tsx'
import { notify } from './notices.tsx'

/** The filters of an address, in one order, without the record that is open. */
function filtersOf(search: string, open: string): string {
  const params = new URLSearchParams(search)
  params.delete(open)
  params.sort()
  return params.toString()
}

/**
 * Views of a page that a person has named: its filters, to go back to.
 * @param open the parameter that names the record that is open, which is no filter
 */
export function SavedViews({ path, open }: { path: string; open: string }) {
  const [, go] = useLocation()
  const filters = filtersOf(useSearch(), open)
  const { caller } = useCaller()
  const [{ error: kept }, remove] = useMutation(RemoveViewDocument)
  const address = filters === '' ? path : `${path}?${filters}`
  const views = caller.savedViews.filter((view) => view.address.split('?')[0] === path)
  const shown = views.find((view) => view.address === address)
  return (
    <>
      {views.length > 0 && (
        <Select
          label="View"
          none="None of yours"
          value={shown && String(shown.id)}
          onChange={(id) => go(views.find((view) => String(view.id) === id)?.address ?? path)}
          options={views.map(({ id, name }) => [String(id), name])}
        />
      )}
      <div className="row">
        {shown ? (
          <Button
            onClick={() =>
              void remove({ id: shown.id }).then(({ data }) => {
                if (data) notify(`The view ${shown.name} is removed.`)
              })
            }
          >
            Remove the view
          </Button>
        ) : (
          filters !== '' && <NameView address={address} />
        )}
      </div>
      <Trouble of={kept} />
    </>
  )
}

function NameView({ address }: { address: string }) {
  const [name, setName] = useState('')
  const [state, save] = useMutation(SaveViewDocument)
  const send = async () => {
    const { data } = await save({ input: { name: name.trim(), address } })
    if (data) notify(`Saved as ${name.trim()}.`)
    return data !== undefined
  }
  return (
    <FormDialog label="Save as a view" title="Save as a view" send="Save" state={state} onSend={send}>
      <Field label="Name" required maxLength={60} data-autofocus value={name} onChange={setName} />
    </FormDialog>
  )
}
