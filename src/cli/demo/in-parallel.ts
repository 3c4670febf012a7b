/** Works through a list, a few at a time, in its order. */
export async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item, index: number) => Promise<void>) {
  const rest = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of rest) await work(item, index)
    }),
  )
}
