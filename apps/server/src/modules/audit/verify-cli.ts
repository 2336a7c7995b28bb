import { loadConfig } from '../../platform/config.ts'
import { createDb } from '../../platform/db/db.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/logger.ts'
import { joinEmbeddedPostgres } from '../../platform/postgres/join-postgres.ts'
import { loadKey } from '../../platform/seal/key-file.ts'
import { verifyLog } from './audit-chain.ts'

/**
 * `npm run verify-audit`, with or without a running server: exit code 0 = the log is intact, 1 = it is not, 2 = it
 * could not be read.
 */
async function main(): Promise<void> {
  const config = loadConfig()
  const log = createLogger({ logLevel: 'silent' }).of('postgres')
  const { connectionString, close } =
    config.databaseUrl === undefined
      ? await joinEmbeddedPostgres({ dataDir: config.dataDir, log })
      : { connectionString: config.databaseUrl, close: () => Promise.resolve() }
  const options = { connectionString, applicationName: 'natim-verify', max: 1, statementTimeoutMs: 0 }
  const db = createDb(createPool(options, () => undefined))
  try {
    const verdict = await verifyLog({ db, dataDir: config.dataDir, key: () => loadKey(config) })
    process.stdout.write(
      verdict.isWhole ? `审计日志完整，共 ${verdict.lines} 条\n` : `审计日志已损坏：${verdict.fault}\n`,
    )
    process.exitCode = verdict.isWhole ? 0 : 1
  } finally {
    await db.destroy()
    await close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
