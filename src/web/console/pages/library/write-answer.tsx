import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { AddSourceDocument } from '../../generated/documents.ts'
import { base64Of } from '../../parts/file-content.ts'
import { useCaller } from '../../shell/caller.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** Where answers that staff wrote stand among the sources. */
const folder = 'answers/'

/** The question that a source of staff's answers; undefined of any other source. */
export const answerOf = ({ locator, title }: { locator: string; title: string | null }) =>
  locator.startsWith(folder) ? (title ?? undefined) : undefined

/** Letters that a name of a file can have. */
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 80)
    .replace(/^-|-$/g, '')

/** Lists may stand in an answer; a heading would cut it in two. */
const withoutHeadings = (text: string) => text.replaceAll(/^(\s*)#/gm, '$1\\#')

/** Tells long questions apart that begin alike; the same question has the same. FNV-1a of 32 bits. */
const markOf = (text: string) =>
  [...text].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619) >>> 0, 2166136261).toString(36)

/** Drafts a source from a question that the library does not answer, and opens it. */
export function WriteAnswer({ question: asked }: { question: string }) {
  const { may } = useCaller()
  const [, navigate] = useLocation()
  const [state, add] = useMutation(AddSourceDocument)
  const [question, setQuestion] = useState(asked)
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  if (!may('library')) return null
  const send = async () => {
    const title = question.trim().replaceAll(/\s+/g, ' ')
    const name = `${folder}${slugOf(title)}-${markOf(title)}.md`
    const content = await base64Of(new File([`# ${title}\n\n## ${title}\n\n${withoutHeadings(text.trim())}\n`], name))
    const { data } = await add({ input: { from: { file: { name, content } }, title, draft: true, ...(url && { url: url.trim() }) } })
    if (!data?.addSource) return false
    navigate(`/library?source=${data.addSource.source.id}`)
    return true
  }
  return (
    <FormDialog label="Write the answer" title="Write the answer" send="Draft it" state={state} onSend={send}>
      <Field label="Question, as others would ask it" required maxLength={300} value={question} onChange={setQuestion} />
      <p className="quiet">Take out names, dates and whatever tells of one person.</p>
      <Field label="Answer" required maxLength={20_000} lines={8} value={text} onChange={setText} data-autofocus />
      <Field label="Address to cite, if there is one" type="url" placeholder="https://" value={url} onChange={setUrl} />
    </FormDialog>
  )
}
