import { resolve } from 'node:path'
import type { Log } from '../logger.ts'
import { type Account, chooseAccount } from './account.ts'
import { preparePostgresBinaries } from './binaries.ts'
import { clusterPaths, ensureCluster, prepareDataDir } from './cluster.ts'
import { clearLeftovers } from './leftovers.ts'
import { acquireOwnerLock } from './owner-lock.ts'
import { type PostmasterOptions, startPostmaster } from './postmaster.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { clusterNameOf } from './processes.ts'
import { APPLICATION_DATABASE, APPLICATION_ROLE, ensureApplicationDatabase, socketConnectionString } from './roles.ts'
import { loadSecrets } from './secrets.ts'
import { type PostgresSettings, SETTINGS } from './settings.ts'
import { chooseSocketDir, removeSpareSocketDir } from './socket-dir.ts'
import { type StartPostmaster, type SupervisorHooks, supervise } from './supervisor.ts'

export interface EmbeddedPostgresOptions extends SupervisorHooks {
  /** Created when missing. One process at a time may use it. */
  readonly dataDir: string
  readonly log: Log
  /** Server settings that add to or override the tuned ones. */
  readonly settings?: PostgresSettings
}

export interface EmbeddedPostgres {
  /** The product's own role and database. Unchanged across restarts. */
  readonly connectionString: string
  /** Role `postgres`, for setup and maintenance. */
  readonly superuserConnectionString: string
  /** The same role in the product's database. */
  readonly keeperConnectionString: string
  /** PID of the current server process; undefined while it is down. */
  readonly pid: number | undefined
  /** Ends supervision and the server; resolves when its process is gone. Idempotent. */
  stop(): Promise<void>
}

/**
 * Runs the embedded PostgreSQL on a data directory: creates it at the first start, cleans up after a killed run,
 * restarts the server when it dies. The server listens on a Unix socket only and is stopped when this process dies,
 * even by SIGKILL. Call it from the main thread: the death of a worker thread would stop it too.
 *
 * @throws DataDirInUseError while another process runs on the directory
 * @throws Error when it cannot start; the text says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const paths = clusterPaths(dataDir)
  const account = await chooseAccount(paths.clusterDir)
  await prepareDataDir(dataDir, account)
  const unlock = await acquireOwnerLock(paths.lockFile)
  try {
    return await startLocked({ ...options, dataDir }, account, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  account: Account | undefined,
  unlock: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const { log } = options
  const paths = clusterPaths(options.dataDir)
  const secrets = await loadSecrets(paths.secretsFile)
  const binaries = await preparePostgresBinaries(paths.spareLinksDir)
  const launcher = await ensureCluster(paths, binaries, account, secrets.superuser)
  if (launcher.note) log.warn(launcher.note)
  const clusterName = clusterNameOf(paths.clusterDir)
  await removeSpareSocketDir(await readPostmasterPid(paths.clusterDir))
  const socketDir = await chooseSocketDir(paths.clusterDir, account)
  const url = (role: string, password: string, database: string) =>
    socketConnectionString(socketDir, role, password, database)
  const superuserConnectionString = url('postgres', secrets.superuser, 'postgres')
  const start = startOn({
    launcher,
    binaries,
    log,
    clusterDir: paths.clusterDir,
    settings: { ...SETTINGS, ...options.settings, unix_socket_directories: socketDir, cluster_name: clusterName },
  })
  const first = await start(new AbortController().signal)
  await ensureApplicationDatabase(superuserConnectionString, secrets).catch(async (error) => {
    await first.stop()
    throw error
  })
  const supervisor = supervise(first, start, options)
  log.info({ pid: first.pid }, 'PostgreSQL is ready')
  return {
    connectionString: url(APPLICATION_ROLE, secrets.application, APPLICATION_DATABASE),
    superuserConnectionString,
    keeperConnectionString: url('postgres', secrets.superuser, APPLICATION_DATABASE),
    get pid() {
      return supervisor.pid
    },
    stop: once(async () => {
      await supervisor.stop()
      await removeSpareSocketDir({ socketDir })
      await unlock()
    }),
  }
}

/** A start that first clears what a server crash left running: its backends need a moment to notice. */
function startOn(options: PostmasterOptions): StartPostmaster {
  return async (stopping) => {
    await clearLeftovers(options.clusterDir, clusterNameOf(options.clusterDir), options.log)
    return startPostmaster(options, stopping)
  }
}

/** Runs the action once; later calls wait for the same result: by then another process may hold the lock. */
function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action()
    return running
  }
}
