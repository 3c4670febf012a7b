/** The address of a module beside this one, for a worker thread: TypeScript in the source tree, JavaScript once built. */
export const siblingModule = (importer: string, name: string) => new URL(`./${name}${importer.endsWith('.ts') ? '.ts' : '.js'}`, importer)
