import type { CallRowFragment } from '../../generated/documents.ts'
import type { Sorting } from '../../shell/use-order.ts'
import { Pill } from '../../ui/pill.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { disposition, kindOf, length, withWhom } from './call-words.ts'
import { useNow } from './use-now.ts'

interface CallTableProps {
  calls: readonly CallRowFragment[]
  caption: string
  sorting?: Sorting<'CREATED_AT'>
}

/** Calls; each leads to its page. */
export function CallTable({ calls, caption, sorting }: CallTableProps) {
  const now = useNow(5)
  return (
    <Table
      caption={caption}
      {...(sorting && { sorting })}
      rows={calls}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/calls/${id}`}
      columns={[
        { title: 'Call', cell: withWhom },
        { title: 'Kind', cell: kindOf },
        { title: 'Status', cell: ({ status }) => <Pill of={status} /> },
        { title: 'Flags', cell: ({ flags }) => flags.length > 0 && <Flags flags={flags} /> },
        { title: 'Disposition', cell: disposition },
        { title: 'Length', number: true, cell: (call) => length(call, now) },
        { title: 'Began', orders: 'CREATED_AT', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  )
}

/** What is worth a supervisor's look. */
const Flags = ({ flags }: Pick<CallRowFragment, 'flags'>) => (
  <span className="row">
    {flags.map((flag) => (
      <Pill key={flag} of={flag} tone={flag === 'danger' ? 'bad' : 'warn'} />
    ))}
  </span>
)
