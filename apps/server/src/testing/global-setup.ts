import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { seed } from '../db/seeds/seed.ts'
import { createDb } from '../platform/db/db.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { createLogger } from '../platform/logger.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { createDistributedTemplate, isOnCitus, releaseTemplate, workerUrls } from './citus.ts'
import { databaseUrl, dropDatabase, withClient } from './database-url.ts'
import { createTestPool } from './test-pool.ts'

/** Shared by the test files of a run: see testing/database.ts. */
export interface SharedTestServer {
  /** A role that may create databases. */
  readonly connectionString: string
  /** A superuser of the same server; empty when an external server is used without one. */
  readonly superuserConnectionString: string
  /** The migrated database that test files clone. */
  readonly template: string
  /** The same with the seeds. */
  readonly seededTemplate: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: SharedTestServer
  }
}

const OLDEST_VERSION_NUM = 150_000
const cleanUps: (() => Promise<unknown>)[] = []

/** One database server for the whole run: TEST_DATABASE_URL, else an embedded one in a temporary folder. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['TEST_DATABASE_URL']
  const { connectionString, superuserConnectionString } = given ? await lookAt(given) : await startOwnServer()
  const template = `natim_test_${randomBytes(4).toString('hex')}`
  const seededTemplate = `${template}_seeded`
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version")
    if (rows[0].version < OLDEST_VERSION_NUM) throw new Error('TEST_DATABASE_URL must be PostgreSQL 15 or newer')
    if (!isOnCitus) await client.query(`create database ${template}`)
  })
  cleanUps.push(async () => {
    for (const name of [template, seededTemplate]) await dropDatabase(connectionString, name)
  })
  if (isOnCitus) await createDistributedTemplate(template)
  else await migrateToLatest(databaseUrl(connectionString, template))
  await releaseTemplate(template)
  for (const url of [connectionString, ...workerUrls])
    await withClient(url, (client) => client.query(`create database ${seededTemplate} template ${template}`))
  await fillTemplate(databaseUrl(connectionString, seededTemplate))
  await releaseTemplate(seededTemplate)
  project.provide('testServer', { connectionString, superuserConnectionString, template, seededTemplate })
}

async function fillTemplate(connectionString: string): Promise<void> {
  const db = createDb(createTestPool(connectionString, { max: 1 }))
  await seed(db)
  await db.destroy()
}

export async function teardown(): Promise<void> {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
}

type TestServer = Pick<SharedTestServer, 'connectionString' | 'superuserConnectionString'>

const lookAt = (connectionString: string): Promise<TestServer> =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user')
    return { connectionString, superuserConnectionString: rows[0].rolsuper ? connectionString : '' }
  })

async function startOwnServer(): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'natim-test-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  const log = createLogger({ logLevel: 'warn' }).of('postgres')
  // The data is thrown away: durability does not matter.
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  const server = await startEmbeddedPostgres({ dataDir, log, settings })
  cleanUps.push(() => server.stop())
  const { connectionString, superuserConnectionString } = server
  await withClient(superuserConnectionString, (client) => client.query('alter role natim createdb'))
  return { connectionString, superuserConnectionString }
}
