export interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

/** What the inspector's `Profiler.stop` gives. */
export interface Profile {
  nodes: ProfileNode[]
  samples: number[]
  timeDeltas: number[]
}

interface Frame {
  name: string
  owner: string
  time: number
  children: Map<string, Frame>
}

const width = 1200
const rowHeight = 17
const head = 62
/** Frames that would be narrower than this, in pixels, are left out. */
const narrowest = 1.5
/** A letter of the font takes about this, in pixels. */
const letter = 6.2

/** Of middle lightness: black text is read on each. */
const colors: [owner: RegExp, color: string, name: string][] = [
  [/^src\//, '#58a6ff', 'our own code'],
  [/prisma/, '#d2a8ff', 'Prisma'],
  [/^pg/, '#ffa657', 'driver'],
  [/yoga|envelop|whatwg/, '#7ee787', 'Yoga'],
  [/graphql|pothos/, '#56d364', 'GraphQL, Pothos'],
  [/express|router|helmet|cors|finalhandler/, '#f2cc60', 'Express'],
  [/pino|sonic/, '#ff9bce', 'log'],
  [/./, '#b1bac4', 'Node and the rest'],
]

const colorOf = (owner: string) => colors.find(([pattern]) => pattern.test(owner))?.[1] ?? '#b1bac4'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Callers at the top, what they call below. A package's own functions in a row are one frame, by the name of the first: towers of plumbing say little. */
function framesOf({ nodes, samples, timeDeltas }: Profile, ownerOf: (frame: ProfileNode['callFrame']) => string): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const root: Frame = { name: 'all', owner: '', time: 0, children: new Map() }
  for (const [index, id] of samples.entries()) {
    const stack: ProfileNode['callFrame'][] = []
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame
      if (frame && frame.functionName !== '(root)') stack.push(frame)
    }
    if (stack[0]?.functionName === '(idle)') continue
    const time = timeDeltas[index] ?? 0
    root.time += time
    let parent = root
    for (const frame of stack.reverse()) {
      const owner = ownerOf(frame)
      const name = frame.functionName || parent.name
      const isPackage = !owner.startsWith('src/') && !owner.startsWith('node:')
      if (owner === parent.owner && (isPackage || name === parent.name)) {
        continue
      }
      const key = `${owner} ${name}`
      const child: Frame = parent.children.get(key) ?? { name, owner, time: 0, children: new Map() }
      parent.children.set(key, child)
      child.time += time
      parent = child
    }
  }
  return root
}

/** A flame graph of the busy time of a profile. */
export function flameGraph(title: string, profile: Profile, ownerOf: (frame: ProfileNode['callFrame']) => string): string {
  const root = framesOf(profile, ownerOf)
  const parts: string[] = []
  let depth = 0
  function draw(frame: Frame, x: number, row: number) {
    const wide = (frame.time / root.time) * width
    if (wide < narrowest) return
    depth = Math.max(depth, row)
    const share = ((100 * frame.time) / root.time).toFixed(1)
    const fits = Math.floor((wide - 4) / letter)
    const label = fits < 3 ? '' : frame.name.slice(0, fits)
    const y = head + row * rowHeight
    parts.push(
      `<g><title>${escaped(`${frame.name}, ${frame.owner}: ${share} %`)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colorOf(frame.owner)}"/>` +
        (label ? `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>` : '') +
        '</g>',
    )
    let left = x
    for (const child of [...frame.children.values()].toSorted((one, other) => other.time - one.time)) {
      draw(child, left, row + 1)
      left += (child.time / root.time) * width
    }
  }
  let left = 0
  for (const frame of [...root.children.values()].toSorted((one, other) => other.time - one.time)) {
    draw(frame, left, 0)
    left += (frame.time / root.time) * width
  }
  const legend = colors.map(
    ([, color, name], index) =>
      `<rect x="${4 + index * 140}" y="32" width="10" height="10" fill="${color}"/><text x="${20 + index * 140}" y="41" fill="#848d97">${name}</text>`,
  )
  const height = head + (depth + 1) * rowHeight + 8
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="10.5">
<text x="4" y="18" font-size="14" font-weight="600" fill="#848d97">${escaped(title)}</text>
${legend.join('')}
${parts.join('\n')}
</svg>
`
}
