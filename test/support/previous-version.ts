import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { inject } from 'vitest'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })

/** The commit before this one; undefined where there is no history. */
export const previousCommit = (() => {
  try {
    return git('rev-parse', '--verify', 'HEAD^').trim()
  } catch {
    return undefined
  }
})()

/** The source of a commit in a folder of its own, with what `npm run generate` makes of it. It uses the packages installed here. */
export async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(inject('scratch'), 'previous-'))
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 })
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` }
  for (const [command, ...args] of [
    ['prisma', 'generate', '--no-hints'],
    ['node', 'codegen.ts'],
  ] as [string, ...string[]][]) {
    execFileSync(command, args, { cwd: folder, env, stdio: 'pipe' })
  }
  if (!existsSync(join(folder, 'src/main.ts'))) throw new Error(`The commit ${commit} has no service.`)
  return folder
}
