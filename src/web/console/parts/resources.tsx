interface Resource {
  title: string
  type: string
  url?: string | null
  timestampDisplay?: string | null
}

const kinds: Record<string, string> = { webpage: 'web page', pdf: 'PDF', video: 'video' }

/** What an answer rests on. Only addresses of the web become links. */
export function Resources({ resources }: { resources: readonly Resource[] }) {
  if (resources.length === 0) return null
  return (
    <ul className="resources" aria-label="Resources">
      {resources.map(({ title, type, url, timestampDisplay }, index) => (
        <li key={`${index} ${title}`}>
          {url && /^https?:\/\//.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer">
              {title}
            </a>
          ) : (
            title
          )}{' '}
          <span className="quiet">
            {kinds[type] ?? type}
            {timestampDisplay && `, ${timestampDisplay}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
