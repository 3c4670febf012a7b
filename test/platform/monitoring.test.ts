import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { patientBody, startTestService, until } from '../support/service.ts'

// The dashboard and the alert rules show nothing where a metric was renamed, and nobody notices: each name and label is looked up.

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
const rules: Rule[] = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')).groups.flatMap(({ rules }: { rules: Rule[] }) => rules)

interface Panel {
  title: string
  targets?: { expr: string }[]
}
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('deploy/grafana/dashboard.json', 'utf8'))
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

/** What Prometheus adds to each series, and what the language itself has. */
const always = new Set(['instance', 'job', 'le'])
const language = /^(sum|max|by|and|or|min|rate|increase|histogram_quantile|topk)$/

/** Names of series in an expression, with the labels that are asked of them. */
function seriesIn(expr: string) {
  const plain = expr.replace(/\bby \([^)]*\)|\[\w+\]/g, '').replace(/"[^"]*"/g, '""')
  const series = [...plain.matchAll(/([a-z_]\w*)(?:\{([^}]*)\})?/g)].filter(([, name = '']) => !language.test(name))
  return series.map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  }))
}

const groupedBy = (expr: string) =>
  [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(',').map((one) => one.trim()))

test('every metric and label of the alert rules and the dashboard is one that the service has', async () => {
  await using service = await startTestService({ FIELD_ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString('base64')}` })
  // A labelled series is there once it was counted.
  const { id } = (await service.rest('POST', '/v1/patients', { body: patientBody({ payer_id: 'aetna', member_id: 'M-1' }) })).body
  await service.graphql('query($id: Int!) { patient(id: $id) { id } }', { id })
  const text = await until(async () => {
    const metrics = String((await service.rest('GET', '/metrics')).body)
    return ['job_duration_seconds_count{', 'audit_batches_total{'].every((series) => metrics.includes(series)) && metrics
  })
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  const labelsOf = new Map<string, Set<string>>()
  for (const [, series = '', labels = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm)) {
    const name = names.has(series) ? series : series.replace(/_(bucket|sum|count)$/, '')
    const seen = [...(labelsOf.get(name) ?? []), ...[...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)]
    labelsOf.set(name, new Set(seen))
  }
  const unknown = expressions.flatMap(([where, expr]) =>
    seriesIn(expr).flatMap(({ name, labels }) => {
      if (name === 'up') return []
      const metric = names.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
      if (!names.has(metric)) return [`${where}: ${name}`]
      const asked = [...labels, ...groupedBy(expr)].filter((label) => !always.has(label))
      return asked.filter((label) => !labelsOf.get(metric)?.has(label)).map((label) => `${where}: ${name}{${label}}`)
    }),
  )
  expect(expressions.length).toBeGreaterThan(30)
  expect(unknown).toEqual([])
})

test('every alert says what is wrong and leads to a section of the operations guide', () => {
  const headings = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)])
    expect(annotations.summary, alert).toMatch(/\w+ \w+/)
    const [file, section] = annotations.runbook.split('#')
    expect(file).toBe('docs/operations.md')
    expect(headings, alert).toContain(section)
  }
})
