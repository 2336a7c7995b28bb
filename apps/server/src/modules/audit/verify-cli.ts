import { loadConfig } from '../../platform/config.ts'
import { createDb } from '../../platform/db/db.ts'
import { createPool } from '../../platform/db/pool.ts'
import { loadKey } from '../../platform/seal/key-file.ts'
import { verifyLog } from './audit-chain.ts'

/** `npm run verify-audit`: exit code 0 = the log is whole, 1 = it is not, 2 = it could not be read. */
async function main(): Promise<void> {
  const config = loadConfig()
  if (config.databaseUrl === undefined) throw new Error('Set DATABASE_URL to the database of the server')
  const options = {
    connectionString: config.databaseUrl,
    applicationName: 'natim-verify',
    max: 1,
    statementTimeoutMs: 0,
  }
  const db = createDb(createPool(options, () => undefined))
  try {
    const verdict = await verifyLog({ db, dataDir: config.dataDir, key: () => loadKey(config) })
    process.stdout.write(
      verdict.isWhole ? `审计日志完整，共 ${verdict.lines} 条\n` : `审计日志已损坏：${verdict.fault}\n`,
    )
    process.exitCode = verdict.isWhole ? 0 : 1
  } finally {
    await db.destroy()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
})
