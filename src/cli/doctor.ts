import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { examine } from '../platform/doctor.ts'
import { ConfigError } from '../platform/settings.ts'
import { CommandError } from './client.ts'

function configOrRefusal() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message)
    throw error
  }
}

/** `care doctor`: the same settings as the service's start. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the configuration and ask everything that it names, changing nothing; exit code 1 where something is wrong')
    .action(async () => {
      const findings = await examine(configOrRefusal())
      const width = Math.max(...findings.map(({ check }) => check.length))
      for (const { check, state, text } of findings) console.log(`${state.padEnd(7)}  ${check.padEnd(width)}  ${text}`)
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      if (wrong > 0) throw new CommandError(`${wrong} of ${findings.length} checks found something wrong.`)
    })
}
