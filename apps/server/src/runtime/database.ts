import type { Config } from '../platform/config.ts'
import { AUDIT_UNPROTECTED, protectAudit } from '../platform/db/audit-owner.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { migrateToLatest } from '../platform/db/migrate.ts'
import { createPool } from '../platform/db/pool.ts'
import { protectVault, VAULT_UNPROTECTED } from '../platform/db/vault-owner.ts'
import { errorDetailsOf } from '../platform/errors.ts'
import type { Log, Logger } from '../platform/logger.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Connections for one purpose, so that a report or a burst of samples cannot starve sign-in (security §8). */
export interface Connections {
  readonly pool: ReturnType<typeof createPool>
  readonly db: Db
}

export type OpenConnections = (
  purpose: string,
  limits: { readonly max: number; readonly statementTimeoutMs: number },
) => Connections

const RETRY_MS = 2_000

/** The configured database, embedded by default, migrated to the latest schema. */
export async function openDatabase(
  config: Config,
  logger: Logger,
  lifecycle: Lifecycle,
  aborted: AbortSignal,
): Promise<OpenConnections> {
  const log = logger.of('database')
  const { connectionString, keeperUrl } = config.databaseUrl
    ? { connectionString: config.databaseUrl, keeperUrl: config.databaseUrl }
    : await startEmbedded(config, logger, lifecycle)
  const applied = await retryUntilUp(() => migrateToLatest(connectionString, keeperUrl), log, aborted)
  if (applied.length > 0) log.info({ migrations: applied }, 'schema is up to date')
  await keepAudit(keeperUrl, log)
  await keepVault(keeperUrl, log)
  return (purpose, limits) => {
    let isClosing = false
    const pool = createPool({ connectionString, applicationName: `natim-${purpose}`, ...limits }, (error) => {
      if (!isClosing) log.warn({ err: error, purpose }, 'idle connection lost')
    })
    const db = createDb(pool)
    lifecycle.add(`${purpose} connections`, async () => {
      isClosing = true
      await db.destroy()
      // Kysely does not close a pool that it has never used.
      if (!pool.ended) await pool.end()
    })
    return { pool, db }
  }
}

/**
 * Missing protection is logged and does not prevent a start: the log is still append-only unless explicitly unlocked.
 */
async function keepAudit(keeperUrl: string, log: Log): Promise<void> {
  const protection = await protectAudit(keeperUrl)
  if (protection !== 'protected') log.warn({ reason: protection }, AUDIT_UNPROTECTED)
}

async function keepVault(keeperUrl: string, log: Log): Promise<void> {
  const protection = await protectVault(keeperUrl)
  if (protection !== 'protected') log.warn({ reason: protection }, VAULT_UNPROTECTED)
}

async function startEmbedded(config: Config, logger: Logger, lifecycle: Lifecycle) {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: logger.of('postgres') })
  lifecycle.add('embedded PostgreSQL', () => postgres.stop())
  return { connectionString: postgres.connectionString, keeperUrl: postgres.keeperConnectionString }
}

/** Retries while the database is unreachable; a failed migration is fatal. */
async function retryUntilUp<T>(work: () => Promise<T>, log: Log, aborted: AbortSignal): Promise<T> {
  for (;;) {
    aborted.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isDown(error)) throw error
      log.warn({ err: error }, 'database is not reachable yet')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

const DOWN_CODES = new Set(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'ETIMEDOUT', '57P03', '57P01', '53300'])

function isDown(error: unknown): boolean {
  const { code, message } = errorDetailsOf(error)
  return (code !== undefined && DOWN_CODES.has(code)) || /timeout exceeded when trying to connect/.test(message)
}
