import { pgliteAt } from './pglite.ts'

// Creates the embedded database in the directory that is named, and ends.

const [, , directory = ''] = process.argv
const pglite = await pgliteAt(directory)
await pglite.close()
