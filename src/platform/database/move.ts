import type pg from 'pg'

// Moves every row of one database into another of the same migrations. Values go as PostgreSQL writes them (`::text`), which is exact.

interface Table {
  /** With its schema, quoted. */
  name: string
  columns: { name: string; type: string }[]
}

/** Rows that are on their way at once. An uploaded file has up to 25 MiB and twice that as text, so those go one by one. */
const batchOf = ({ columns }: Table) => (columns.some(({ type }) => type === 'bytea') ? 1 : 100)

/** Both sides write values alike, whatever a server is set to. */
const alike = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex';
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** What says how the target came to be. */
const own = new Set(['public._prisma_migrations', 'pgboss.version'])

/**
 * All tables that hold rows, a table after those that it refers to. The partitions of a table are not told apart: the other side may
 * have other ones. What has been released from the audit has left.
 */
async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table & { refers: string[] }>(
    `SELECT format('%I.%I', nspname, relname) AS name,
       (SELECT json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       ARRAY(SELECT format('%I.%I', other_schema.nspname, other.relname) FROM pg_constraint
         JOIN pg_class other ON other.oid = confrelid JOIN pg_namespace other_schema ON other_schema.oid = other.relnamespace
         WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS refers
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname IN ('public', 'pgboss') AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname NOT IN (SELECT partition FROM audit_release) ORDER BY 1`,
  )
  const left = new Map(tables.filter(({ name }) => !own.has(name)).map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const next = [...left.values()].filter(({ refers }) => !refers.some((name) => left.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to one another in a circle: ${[...left.keys()].join(', ')}`)
    for (const table of next) {
      ordered.push(table)
      left.delete(table.name)
    }
  }
  return ordered
}

async function partitionsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relispartition AND relkind = 'r'",
  )
  return rows.map(({ name }) => name)
}

const asTexts = ({ columns }: Table) => `ARRAY[${columns.map(({ name }) => `${name}::text`).join(', ')}]::text[]`

async function copyRows(source: pg.ClientBase, target: pg.ClientBase, table: Table, onRows: (count: number) => void): Promise<void> {
  const { name, columns } = table
  const values = columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ')
  const insert = `INSERT INTO ${name} (${columns.map((column) => column.name).join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM json_array_elements($1::json) AS line`
  // By their ids: a message refers to an earlier one.
  const order = columns[0]?.name
  await source.query(`DECLARE moved NO SCROLL CURSOR FOR SELECT to_json(${asTexts(table)})::text AS line FROM ${name} ORDER BY ${order}`)
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`FETCH ${batchOf(table)} FROM moved`)
    if (rows.length === 0) break
    await target.query(insert, [`[${rows.map(({ line }) => line).join(',')}]`])
    onRows(rows.length)
  }
  await source.query('CLOSE moved')
}

async function countRows(client: pg.ClientBase, tables: readonly Table[]): Promise<number> {
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})`)
  const { rows } = await client.query<{ count: string }>(`SELECT ${counts.join(' + ')} AS count`)
  return Number(rows[0]?.count)
}

/** How many rows there are, and a sum over all of them that any other value would change. */
async function fingerprint(client: pg.ClientBase, table: Table): Promise<string> {
  const { rows } = await client.query<{ print: string }>(
    `SELECT count(*) || ':' || coalesce(sum(('x' || left(md5(${asTexts(table)}::text), 15))::bit(60)::bigint), 0) AS print FROM ${table.name}`,
  )
  return rows[0]?.print ?? ''
}

async function copySequences(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname IN ('public', 'pgboss')`,
  )
  for (const { name, last } of rows) if (last !== null) await target.query('SELECT setval($1::regclass, $2::bigint)', [name, last])
}

/**
 * Moves all rows in one transaction of the target, compares each table of both by every value, and commits only if they are the same.
 * Triggers of ours stay silent: what they made in the source comes with it.
 * @param source within a transaction of its own
 * @param target a migrated database in which nobody has stored anything, as the owner of its tables
 * @param onRows hears now and then how many rows of how many are there
 * @returns the tables that differ; none, if the rows have moved
 */
export async function moveRows(
  source: pg.ClientBase,
  target: pg.ClientBase,
  onRows: (done: number, all: number) => void,
): Promise<string[]> {
  await source.query(alike)
  const tables = await tablesOf(source)
  const names = tables.map(({ name }) => name)
  const all = await countRows(source, tables)
  let done = 0
  await target.query('BEGIN')
  try {
    await target.query(alike)
    const withTriggers = [...names, ...(await partitionsOf(target))]
    for (const name of withTriggers) await target.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await target.query(`TRUNCATE ${names.join(', ')}`)
    const different: string[] = []
    for (const table of tables) {
      await copyRows(source, target, table, (count) => {
        done += count
        onRows(done, all)
      })
      if ((await fingerprint(source, table)) !== (await fingerprint(target, table))) different.push(table.name)
    }
    await copySequences(source, target)
    // The queue's constraints wait for the commit, and no table can be altered meanwhile.
    await target.query('SET CONSTRAINTS ALL IMMEDIATE')
    for (const name of withTriggers) await target.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    await target.query(different.length === 0 ? 'COMMIT' : 'ROLLBACK')
    return different
  } catch (error) {
    await target.query('ROLLBACK').catch(() => {})
    throw error
  }
}
