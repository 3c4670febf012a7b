import type { PolicyLine } from './policy-lines.ts'
import { trialIn } from './step-drugs.ts'

const alternatives =
  /\b(?:one|any|either|at least one)(?: or more)? of (?:the following|these|the (?:\w+ )?(?:conditions|criteria|statements) (?:below|following))\b|\beither\b[^.]*:$/i
const excused =
  /\b(?:contraindicat\w+|intoleran\w+|not tolerat\w+|cannot (?:take|use)|allerg\w+|adverse (?:reaction|effect|event)s?|side effects?)\b/i

/**
 * The items that are one of several ways to fulfil a criterion where another way is no trial ("one of these: trial of
 * methotrexate; severe disease"): what they name need not be tried. A way for those who may not take it is no other way.
 */
export function optionalLines(lines: readonly PolicyLine[]): ReadonlySet<number> {
  const optional = new Set<number>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (!line) continue
    const leads =
      /:$/.test(line.text) && (line.kind === 'lead' || line.kind === 'item') && alternatives.test(line.text) && !trialIn(line.text)
    const group = leads ? itemsFrom(lines, at + 1, line.kind === 'item' ? line.depth : -1) : chainFrom(lines, at)
    if (group.length > 0 && group.some((index) => !isTrial(lines[index]?.text ?? ''))) for (const index of group) optional.add(index)
    if (group.length > 0) at = Math.max(at, (group.at(-1) ?? at) - 1)
  }
  return optional
}

const isTrial = (text: string): boolean => trialIn(text) !== undefined || excused.test(text) || /^[-•*]? ?(?:and|or)\.?$/i.test(text)

function itemsFrom(lines: readonly PolicyLine[], start: number, above: number): number[] {
  const found: number[] = []
  for (let at = start; lines[at]?.kind === 'item' && (lines[at]?.depth ?? 0) > above && !/:$/.test(lines[at]?.text ?? ''); at++)
    found.push(at)
  return found
}

/** Items that end with "or", and the one after the last of them. */
function chainFrom(lines: readonly PolicyLine[], start: number): number[] {
  const found: number[] = []
  for (let at = start; lines[at]?.kind === 'item' && /\bor\s*$/i.test(lines[at]?.text ?? ''); at++) found.push(at)
  const next = start + found.length
  return found.length > 0 && lines[next]?.kind === 'item' ? [...found, next] : found
}
