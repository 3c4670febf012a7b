import { print } from 'graphql'
import { AddSourceDocument, type AddSourceMutation, type AddSourceMutationVariables } from '../../generated/documents.ts'
import { base64Of, withFile } from '../../parts/file-content.ts'

/** The largest file the service takes. */
const mostBytes = 25 * 1024 * 1024

interface Answer {
  data?: AddSourceMutation | null
  errors?: { message: string; extensions?: { errors?: { message: string }[] } }[]
  detail?: string
}

/**
 * Sends a file to the library. A plain fetch does not tell how far an upload is; XMLHttpRequest does.
 * @param more of the source, beside the file
 * @param onProgress with the share that was sent, 0 to 1
 * @throws Error whose message is for people
 */
export async function upload(file: File, more: { draft?: boolean }, headers: Record<string, string>, onProgress: (sent: number) => void) {
  if (file.size > mostBytes) throw new Error('The file is larger than 25 MiB.')
  const input: AddSourceMutationVariables['input'] = { from: { file: { name: file.name, content: await base64Of(file) } }, ...more }
  const body = JSON.stringify({
    query: typeof AddSourceDocument === 'string' ? AddSourceDocument : print(AddSourceDocument),
    variables: { input },
  })
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', withFile.url)
    for (const [name, value] of Object.entries({ ...headers, 'content-type': 'application/json' })) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    request.onerror = () => reject(new Error('The service could not be reached.'))
    request.onload = () => {
      try {
        resolve(JSON.parse(request.responseText))
      } catch {
        reject(new Error(`The service answered with status ${request.status}.`))
      }
    }
    request.send(body)
  })
  const [error] = answer.errors ?? []
  if (error) throw new Error(error.extensions?.errors?.[0]?.message ?? error.message)
  if (!answer.data?.addSource) throw new Error(answer.detail ?? 'The service did not take the file.')
  return answer.data.addSource.source
}
