/** Asks for the next page, where there is one. */
export function MoreButton({ list }: { list: { hasMore: boolean; fetching: boolean; more: () => void } }) {
  if (!list.hasMore) return null
  return (
    <button type="button" className="button" disabled={list.fetching} onClick={list.more}>
      {list.fetching ? 'Loading…' : 'Show more'}
    </button>
  )
}
