/** A file's bytes as the API takes them, in base64. @throws Error whose message is for people */
export const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`))
    reader.readAsDataURL(file)
  })

/** Where a mutation with a file goes: `/graphql` takes a megabyte. */
export const withFile = { url: '/graphql/upload' }
