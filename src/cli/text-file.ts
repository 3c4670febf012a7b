import { readFileSync } from 'node:fs'
import { CommandError } from './client.ts'

/** @throws CommandError where it cannot be read */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
