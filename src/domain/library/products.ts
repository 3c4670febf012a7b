import { setImmediate } from 'node:timers/promises'
import type { Session } from '../../platform/database/session.ts'
import type { Log } from '../../platform/log.ts'
import { dictionary, type MedicineNames, medicineNames } from '../drugs/medicine-names.ts'
import type { DrugName } from '../drugs/name-index.ts'
import { createProductLearner } from '../drugs/products-taught.ts'

/** How long what was learnt holds before it is asked whether the library has changed. */
const freshMs = 30_000
/** Items read in one go, and of all; of each the beginning. */
const itemsAtOnce = 100
const mostItems = 20_000
const lettersRead = 2_000

/** What recognises medicines: those of the dictionary, and the products that the library's own titles teach. */
export function createProducts({ prisma }: Session, log: Log) {
  let known: MedicineNames = dictionary
  let learntFrom = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let learning: Promise<void> | undefined

  async function learn(): Promise<void> {
    const { _count, _max } = await prisma.contentItem.aggregate({ _count: { key: true }, _max: { key: true } })
    const state = `${_count.key} ${_max.key}`
    if (state === learntFrom) return
    const learner = createProductLearner()
    const titled = new Map<string, DrugName>()
    for (let [after, read] = [0, 0]; read < mostItems; ) {
      const items = await prisma.contentItem.findMany({
        where: { key: { gt: after } },
        select: { key: true, title: true, sectionHeader: true, content: true },
        orderBy: { key: 'asc' },
        take: itemsAtOnce,
      })
      for (const item of items) {
        learner.add({ ...item, content: item.content.slice(0, lettersRead) })
        for (const { drug } of dictionary.places(item.title)) titled.set(drug.name, drug)
      }
      const last = items.at(-1)
      if (!last || items.length < itemsAtOnce) break
      after = last.key
      read += items.length
      await setImmediate()
    }
    known = medicineNames(learner.products(), [...titled.values()])
    learntFrom = state
  }

  /** Learns anew where the library has changed. Never rejects: what was known serves on. */
  async function refresh(): Promise<void> {
    askedAt = Date.now()
    learning ??= learn()
      .catch((error: unknown) => log.warn({ error }, 'the names of the library’s products were not read'))
      .finally(() => {
        learning = undefined
      })
    await learning
  }

  return {
    refresh,
    /** What is known now, at once; a change of the library is taken up in the background, within half a minute. */
    medicines(): MedicineNames {
      if (Date.now() - askedAt > freshMs) void refresh()
      return known
    },
    idle: async () => {
      await learning
    },
  }
}
