import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPages } from './build-pages.ts'

// Compiles the service into dist, copies the tables beside it and bundles the pages: `npm run build`. With --if-changed only where something
// that goes into it is newer, which takes a twentieth of a second: `npm start`.

const stamp = 'dist/.built'
const modified = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Of the sources, the settings of the compiler and the folders themselves, whose time tells of a file that is gone. */
function lastChange(): number {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => join('src', path))
  return Math.max(...['src', 'tsconfig.json', 'package-lock.json', ...files].map(modified))
}

/** Bundled pages are not copied; folders and tables are. */
const isTable = (path: string) =>
  !/^src\/web\/(widget|console)/.test(path.replaceAll('\\', '/')) &&
  (!/\.[a-z]+$/.test(path) || /\.(css|md|txt|tsv|json|model)$/.test(path))

async function build(): Promise<void> {
  rmSync(stamp, { force: true })
  const startedAt = new Date()
  const { status } = spawnSync('tsc', ['--noCheck'], { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
  cpSync('src', 'dist', { recursive: true, filter: isTable })
  await buildPages()
  writeFileSync(stamp, '')
  // What changed while the compiler ran is newer.
  utimesSync(stamp, startedAt, startedAt)
}

if (!process.argv.includes('--if-changed') || modified(stamp) <= lastChange()) await build()
