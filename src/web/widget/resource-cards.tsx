import { safeUrl } from '../answer-text.ts'
import type { Resource } from './operations.ts'
import { Link } from './rich-text.tsx'
import { useSurroundings } from './surroundings.ts'

/** Where a resource can be opened; a video of YouTube at its second. */
export function addressOf({ url, videoId, timestampSeconds }: Omit<Resource, 'type' | 'title'>, base: string): string | undefined {
  if (url) return safeUrl(url, `${base}/`)
  if (!videoId || !/^[\w-]{11}$/.test(videoId)) return undefined
  return `https://www.youtube.com/watch?v=${videoId}${timestampSeconds ? `&t=${timestampSeconds}s` : ''}`
}

/** The site that an address leads to, so that a visitor knows before going there. */
export const siteOf = (address: string | undefined) =>
  address?.startsWith('http') ? new URL(address).hostname.replace(/^www\./, '') : undefined

/** What an answer is from, as cards. */
export function ResourceCards({ resources }: { resources: readonly Resource[] }) {
  const { texts, client } = useSurroundings()
  if (resources.length === 0) return null
  return (
    <section class="sources" aria-label={texts.sources}>
      <p class="label">{texts.sources}</p>
      <ul>
        {resources.map((resource, index) => {
          const address = addressOf(resource, client.base)
          const isVideo = resource.type === 'video'
          const place = isVideo ? [texts.video, resource.timestampDisplay] : [siteOf(address)]
          return (
            <li key={index} class="card">
              <Link href={address} newTab={texts.newTab}>
                <span class="title">{resource.title}</span>
                <span class="place">{place.filter(Boolean).join(' · ')}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
