import { type FormEvent, useState } from 'react'
import { useMutation } from 'urql'
import {
  AddPersonDocument,
  DeactivatePersonDocument,
  PeopleDocument,
  type PersonRowFragment,
  ReactivatePersonDocument,
  type StaffRole,
  UpdatePersonDocument,
} from '../../generated/documents.ts'
import { staffRoles } from '../../parts/staff-roles.ts'
import { notify } from '../../shell/notices.tsx'
import { usePages } from '../../shell/use-pages.ts'
import { useParam } from '../../shell/use-param.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { words } from '../../ui/pill.tsx'
import { Select } from '../../ui/select.tsx'
import { Empty, Listed, Trouble } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

/** The people who work here: what their roles are, when they were last seen, and who is let in. */
export function PeopleSection() {
  const [which = 'active', setWhich] = useParam('people', ['active', 'all'])
  const people = usePages(PeopleDocument, { filter: which === 'active' ? { active: true } : null }, (data) => data.staffMembers)
  const [edited, setEdited] = useState<PersonRowFragment>()
  const [adding, setAdding] = useState(false)
  const [{ error: refused }, deactivate] = useMutation(DeactivatePersonDocument)
  const [{ error: kept }, reactivate] = useMutation(ReactivatePersonDocument)
  const admit = async ({ id, deactivatedAt }: PersonRowFragment) => {
    const { error } = deactivatedAt ? await reactivate({ id }) : await deactivate({ id })
    if (!error) people.refresh()
  }
  const close = () => {
    setAdding(false)
    setEdited(undefined)
    people.refresh()
  }
  return (
    <section className="block" aria-labelledby="people">
      <div className="block-head">
        <h2 id="people">People</h2>
        <div className="row">
          <Select
            label="Show"
            value={which}
            onChange={setWhich}
            options={[
              ['active', 'Let in'],
              ['all', 'All'],
            ]}
          />
          <Button look="primary" onClick={() => setAdding(true)}>
            Add a person
          </Button>
        </div>
      </div>
      <Trouble of={refused ?? kept} />
      <Listed pages={people} empty={<Empty title="Nobody yet">Whoever signs in through the identity provider appears here.</Empty>}>
        <Table
          caption="People"
          rows={people.nodes}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', cell: ({ name }) => name },
            { title: 'E-mail', cell: ({ email }) => email },
            { title: 'Roles', cell: ({ roles }) => roles.map(words).join(', ') },
            { title: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : 'Never') },
            {
              title: 'Actions',
              untitled: true,
              cell: (person) => (
                <div className="row">
                  <Button onClick={() => setEdited(person)}>
                    Edit<span className="unseen"> {person.name}</span>
                  </Button>
                  <Button onClick={() => void admit(person)}>
                    {person.deactivatedAt ? 'Let in again' : 'Refuse'}
                    <span className="unseen"> {person.name}</span>
                  </Button>
                </div>
              ),
            },
          ]}
        />
      </Listed>
      <Dialog title={edited ? `Edit ${edited.name}` : 'Add a person'} open={adding || edited !== undefined} onClose={close}>
        <PersonForm person={edited} onDone={close} />
      </Dialog>
    </section>
  )
}

/** The name and roles of a person; of a new one the address that they will sign in with. */
function PersonForm({ person, onDone }: { person: PersonRowFragment | undefined; onDone: () => void }) {
  const [name, setName] = useState(person?.name ?? '')
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<StaffRole>>(new Set(person?.givenRoles))
  const [added, add] = useMutation(AddPersonDocument)
  const [updated, update] = useMutation(UpdatePersonDocument)

  const choose = (role: StaffRole, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, role] : [...chosen].filter((one) => one !== role)))

  async function save(event: FormEvent) {
    event.preventDefault()
    const given = { name: name.trim(), roles: staffRoles.flatMap(([role]) => (chosen.has(role) ? [role] : [])) }
    const { error } = person
      ? await update({ input: { id: person.id, ...given } })
      : await add({ input: { email: email.trim(), ...given } })
    if (error) return
    notify(person ? 'Person saved.' : 'Person added.')
    onDone()
  }

  return (
    <form onSubmit={(event) => void save(event)} className="stack">
      <Field label="Name" required maxLength={100} data-autofocus value={name} onChange={setName} />
      {!person && <Field label="E-mail address they sign in with" type="email" required value={email} onChange={setEmail} />}
      <fieldset className="checks">
        <legend>Roles</legend>
        {staffRoles.map(([role]) => (
          <label key={role}>
            <input type="checkbox" checked={chosen.has(role)} onChange={({ target }) => choose(role, target.checked)} /> {words(role)}
          </label>
        ))}
      </fieldset>
      <p className="muted small">Roles that the identity provider names are kept, whatever is chosen here.</p>
      <Trouble of={added.error ?? updated.error} />
      <div className="row">
        <Button look="primary" type="submit" isDisabled={added.fetching || updated.fetching}>
          {person ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}
