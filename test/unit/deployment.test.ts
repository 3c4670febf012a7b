import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, settingNames } from '../../src/config.ts'

// No container engine runs these files here: what can be known without one is.

// biome-ignore lint/suspicious/noExplicitAny: manifests have a schema of their own
type Manifest = any

function manifests(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([])
    return document.toJS()
  })
}

const folder = 'deploy/kubernetes'
const kubernetes = readdirSync(folder).flatMap((name) => manifests(`${folder}/${name}`))
const ofKind = (kind: string): Manifest => kubernetes.find((manifest) => manifest.kind === kind)
const [compose] = manifests('compose.yaml')
const dockerfile = readFileSync('Dockerfile', 'utf8')
const care: Manifest[] = Object.entries<Manifest>(compose.services).flatMap(([name, service]) =>
  name.startsWith('care-') ? [service] : [],
)

/** The settings of the image. */
const ofImage = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
)
const secrets = { API_KEY: 'a'.repeat(32), WIDGET_API_KEY: 'w'.repeat(32) }

test('the service starts with the settings of compose.yaml, and knows each', () => {
  expect(care).toHaveLength(3)
  for (const { environment } of care) {
    expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([])
    const filled = Object.entries<string>(environment).map(([name, value]) => [name, value.replace(/\$\{POSTGRES_PASSWORD:\?\}/, 'secret')])
    const config = readConfig({ ...ofImage, ...Object.fromEntries(filled), ...secrets })
    expect(config).toMatchObject({ production: true, host: '0.0.0.0', trustProxyHops: 1 })
    expect(config.databaseDirectUrl).toContain('@postgres:')
  }
})

test('the service starts with the settings of the Kubernetes manifests, and knows each', () => {
  const { data } = ofKind('ConfigMap')
  expect(Object.keys(data).filter((name) => !settingNames.includes(name))).toEqual([])
  const secret = { ...secrets, DATABASE_URL: 'postgresql://care@db/care', REDIS_URL: 'rediss://redis' }
  expect(readConfig({ ...ofImage, ...data, ...secret })).toMatchObject({ production: true, host: '0.0.0.0' })
})

test('probes and ports are those that the service has', () => {
  const [container] = ofKind('Deployment').spec.template.spec.containers
  const { data } = ofKind('ConfigMap')
  expect(container.livenessProbe.httpGet).toEqual({ path: '/health', port: 'http' })
  expect(container.startupProbe.httpGet).toEqual({ path: '/health', port: 'http' })
  expect(container.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'http' })
  expect(container.ports.map(({ containerPort }: Manifest) => String(containerPort))).toEqual([data.PORT, data.METRICS_PORT])
  expect(dockerfile).toContain(`EXPOSE ${ofImage.PORT}`)
  expect(/^HEALTHCHECK[\s\S]*?\n {2}CMD .*\$\{process\.env\.PORT\}\/health/m.test(dockerfile)).toBe(true)
})

test('a process has longer to stop than it takes', () => {
  const { data } = ofKind('ConfigMap')
  const { shutdownDelayMs, shutdownTimeoutSeconds } = readConfig(data)
  // The stores have five seconds more (src/service.ts).
  const needs = shutdownDelayMs / 1000 + shutdownTimeoutSeconds + 5
  expect(ofKind('Deployment').spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needs)
  const plain = readConfig({})
  for (const { stop_grace_period } of care)
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(plain.shutdownDelayMs / 1000 + plain.shutdownTimeoutSeconds + 5)
})

test('labels select what they should, and nothing runs as root', () => {
  const { selector, template } = ofKind('Deployment').spec
  expect(template.metadata.labels).toMatchObject(selector.matchLabels)
  expect(template.metadata.labels).toMatchObject(ofKind('Service').spec.selector)
  expect(template.metadata.labels).toMatchObject(ofKind('PodDisruptionBudget').spec.selector.matchLabels)
  expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
  expect(dockerfile.lastIndexOf('\nUSER node\n')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM '))
  expect(ofKind('Kustomization').resources.toSorted()).toEqual(
    readdirSync(folder)
      .filter((name) => name !== 'kustomization.yaml')
      .toSorted(),
  )
})

test('the image has every file that its build needs', () => {
  const ignored = readFileSync('.dockerignore', 'utf8')
  const kept = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
  const needed = ['package.json', 'package-lock.json', 'tsconfig.json', 'codegen.ts', 'prisma.config.ts', 'schema.graphql', 'prisma', 'src']
  expect(needed.filter((path) => !kept.includes(path))).toEqual([])
})

test('no install script runs where the service is installed, and no further package has one', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { hasInstallScript?: boolean }> }
  const withScripts = Object.entries(packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [path] : []))
  expect(withScripts).toEqual(['node_modules/@prisma/engines', 'node_modules/node', 'node_modules/prisma'])
  const installs = [dockerfile, readFileSync('docs/operations.md', 'utf8')].flatMap(
    (text) => text.match(/npm (?:ci|install|prune)\b[^&`\n]*/g) ?? [],
  )
  expect(installs.length).toBeGreaterThan(2)
  expect(installs.filter((command) => !command.includes('--ignore-scripts'))).toEqual([])
})
