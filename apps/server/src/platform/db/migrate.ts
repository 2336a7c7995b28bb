import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from 'kysely'
import { releaseAudit } from './audit-owner.ts'
import { distributeUpgrade } from './distribute.ts'
import { createPool } from './pool.ts'
import { prepareTenantRole } from './tenant-role.ts'
import { releaseVault } from './vault-owner.ts'

// Resolves to the same folder from src/platform/db and from dist/platform/db.
const MIGRATIONS_DIR = new URL('../../../src/db/migrations/', import.meta.url)

interface MigrationFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/** Names of the migrations this build knows, in order: `0001_system`. */
export async function migrationNames(): Promise<string[]> {
  const fileNames = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql')).sort()
  return fileNames.map((fileName) => fileName.replace(/\.sql$/, ''))
}

/** Forward-only SQL files such as `0001_name.sql`, ordered by name. */
async function readMigrationFiles(): Promise<MigrationFile[]> {
  const names = await migrationNames()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`${name}.sql`, MIGRATIONS_DIR), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function sqlFileProvider(files: readonly MigrationFile[]): MigrationProvider {
  const toMigration = (file: MigrationFile): Migration => ({
    // The text comes from our own files, never from a request.
    up: async (db) => {
      await sql.raw(file.text).execute(db)
      await sql`insert into schema_checksum (name, sha256) values (${file.name}, ${file.sha256})`.execute(db)
    },
  })
  return { getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, toMigration(file)])) }
}

/**
 * Migrates a database to the latest schema. Runs under Kysely's advisory lock and in one transaction, so two instances
 * may start together and a kill at any point leaves the old schema.
 *
 * @param keeperUrl role that may hand back the audit tables for an upgrade; the same role by default (ADR 0034)
 * @throws Error when an applied file was edited afterwards, or a file fails.
 */
export async function migrateToLatest(
  connectionString: string,
  keeperUrl = connectionString,
): Promise<readonly string[]> {
  const pool = createPool(
    { connectionString, applicationName: 'natim-migrate', max: 2, statementTimeoutMs: 0, isUpgrade: true },
    () => undefined,
  )
  const db = new Kysely<{ schema_checksum: { name: string; sha256: string } }>({
    dialect: new PostgresDialect({ pool }),
  })
  try {
    const files = await readMigrationFiles()
    await createChecksumTable(db)
    await verifyChecksums(db, files)
    const migrator = new Migrator({ db, provider: sqlFileProvider(files) })
    const isPending = (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined)
    if (isPending) {
      await releaseAudit(keeperUrl)
      await releaseVault(keeperUrl)
    }
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw new Error('Migration failed; the database is unchanged', { cause: error })
    await prepareTenantRole(db)
    // Also when nothing is pending: the process that migrated may have died before this step.
    await distributeUpgrade(db, connectionString)
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

async function createChecksumTable(db: Kysely<never> | Kysely<{ schema_checksum: { name: string; sha256: string } }>) {
  // `if not exists` alone races when two instances start together on an empty database.
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(71030001)`.execute(connection)
    try {
      const { rows } = await sql`select where to_regclass('schema_checksum') is not null`.execute(connection)
      if (rows.length === 0) {
        await sql`create table schema_checksum (name text primary key, sha256 text not null)`.execute(connection)
      }
    } finally {
      await sql`select pg_advisory_unlock(71030001)`.execute(connection)
    }
  })
}

async function verifyChecksums(
  db: Kysely<{ schema_checksum: { name: string; sha256: string } }>,
  files: readonly MigrationFile[],
): Promise<void> {
  const applied = await db.selectFrom('schema_checksum').selectAll().execute()
  for (const row of applied) {
    const file = files.find((candidate) => candidate.name === row.name)
    if (file && file.sha256 !== row.sha256) {
      throw new Error(`Migration ${row.name} was edited after it had been applied; add a new file instead`)
    }
  }
}
