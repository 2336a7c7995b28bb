import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Log } from '../logger.ts'
import { clusterPaths } from './cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { DataDirInUseError } from './owner-lock.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { APPLICATION_DATABASE, APPLICATION_ROLE, socketConnectionString } from './roles.ts'
import { loadSecrets } from './secrets.ts'

export interface JoinedPostgres {
  /** The product's own role and database. */
  readonly connectionString: string
  /** Stops the server if it was started by this join. */
  close(): Promise<void>
}

/**
 * The embedded database for a program beside the server: joins the server running on the data directory, else starts
 * one until `close`.
 *
 * @throws Error when there is no database yet, or none that can be reached
 */
export async function joinEmbeddedPostgres(options: {
  readonly dataDir: string
  readonly log: Log
}): Promise<JoinedPostgres> {
  const dataDir = resolve(options.dataDir)
  const { clusterDir } = clusterPaths(dataDir)
  await access(clusterDir).catch((cause: unknown) => {
    throw new Error(`${dataDir} 中没有数据库：请设置 DATA_DIR 或 DATABASE_URL`, { cause })
  })
  try {
    const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log: options.log })
    return { connectionString, close: stop }
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error
    return { connectionString: await runningOn(dataDir), close: () => Promise.resolve() }
  }
}

async function runningOn(dataDir: string): Promise<string> {
  const { clusterDir, secretsFile } = clusterPaths(dataDir)
  const [server, secrets] = await Promise.all([readPostmasterPid(clusterDir), loadSecrets(secretsFile)])
  if (server === undefined) throw new Error('数据库正在启动或停止，请稍后再试')
  return socketConnectionString(server.socketDir, APPLICATION_ROLE, secrets.application, APPLICATION_DATABASE)
}
