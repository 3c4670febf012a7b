import { readdirSync, readFileSync } from 'node:fs'
import { metricsKey } from '../support.ts'

/** What a process holds at a moment. */
export interface Sample {
  minutes: number
  rssMb: number
  heapMb: number
  handles: number
  /** Subscriptions that it serves. */
  subscribers: number
}

/** Asks a process and its `/proc`. */
export async function sampleOf({ url, pid }: { url: string; pid: number }, minutes: number): Promise<Sample> {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsKey}` } }).then((response) => response.text())
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1])
  const rssKb = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return {
    minutes,
    rssMb: rssKb / 1024,
    heapMb: figure('nodejs_heap_size_used_bytes') / 1024 ** 2,
    handles: readdirSync(`/proc/${pid}/fd`).length,
    subscribers: figure('event_subscribers'),
  }
}

/** The slope of a value over time, by least squares, an hour. */
export function slopeAnHour(samples: readonly Sample[], value: (sample: Sample) => number): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const at = mean(samples.map(({ minutes }) => minutes))
  const of = mean(samples.map(value))
  const rise = samples.reduce((sum, sample) => sum + (sample.minutes - at) * (value(sample) - of), 0)
  const run = samples.reduce((sum, sample) => sum + (sample.minutes - at) ** 2, 0)
  return (rise / run) * 60
}
