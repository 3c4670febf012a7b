import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { differences, type Floor, floorOf, floorsFile, readFloors } from './floors.ts'
import type { Result } from './measured.ts'
import { scoreModel } from './model.ts'
import { printTable } from './print-table.ts'
import { readers } from './readers.ts'

// npm run eval [reader…]: figures of the readers named, or of all. --quick leaves out those that take minutes.
// --model scores the chat model of OPENAI_API_KEY beside the local readers, with tokens and time; --price 0.4,1.6: its dollars for a million
// tokens in and out. --check ends with 1 where a reader named (or any quick one) is not at its floor; --write-floors sets floors to what is now.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean' },
    quick: { type: 'boolean' },
    model: { type: 'boolean' },
    price: { type: 'string' },
    'write-floors': { type: 'boolean' },
  },
})
const unknown = positionals.filter((name) => !readers.some((reader) => reader.name === name))
if (unknown.length > 0) throw new Error(`No reader ${unknown.join(', ')}. There are ${readers.map(({ name }) => name).join(', ')}.`)
const quick = values.quick || values.check || values['write-floors']
const chosen = readers.filter(({ name, slow }) => (positionals.length > 0 ? positionals.includes(name) : !(quick && slow)))

const [input, output] = values.price?.split(',').map(Number) ?? []
const model = values.model ? await scoreModel(input !== undefined && output !== undefined ? { input, output } : undefined) : undefined

const cells = (result: Result) => ('missing' in result ? ['', 'not measured here'] : [result.count, result.figures])
const floors = readFloors()
const table: (string | number)[][] = []
const found: string[] = []
for (const { name, load, eachRow = false } of chosen) {
  const results = await (await load()).measure()
  table.push(...results.map((result) => [name, result.set, result.kind, ...cells(result)]))
  found.push(...differences(results, floors[name], eachRow).map((what) => `${name}: ${what}`))
  // A set that is not on this machine keeps its floor.
  const kept = results.flatMap((result): [string, Floor | undefined][] => [
    [result.set, 'missing' in result ? floors[name]?.[result.set] : floorOf(result, eachRow)],
  ])
  floors[name] = Object.fromEntries(kept.filter((one): one is [string, Floor] => one[1] !== undefined))
}
printTable('Quality', ['reader', 'set', 'kind', 'n', 'figures'], table)
if (model) process.stdout.write(`\n${model.taken()}\n`)
await model?.close()
if (values['write-floors']) writeFileSync(floorsFile, `${JSON.stringify(floors, null, 2)}\n`)
else if (values.check) {
  process.stdout.write(`\n${found.join('\n') || 'No reader is below its floor.'}\n`)
  process.exitCode = found.length > 0 ? 1 : 0
}
