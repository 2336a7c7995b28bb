import { join } from 'node:path'
import { ConfigError, loadConfig } from '../apps/server/src/platform/config.ts'
import { lookAtAudit } from '../apps/server/src/platform/db/audit-owner.ts'
import { createPool } from '../apps/server/src/platform/db/pool.ts'
import { preparePostgresBinaries } from '../apps/server/src/platform/postgres/binaries.ts'

// The doctor, which must run before anything is installed, uses the server's own code through this program.

type Probe = () => Promise<unknown>

const PROBES: Readonly<Record<string, Probe>> = {
  settings: async () => {
    const { port, host, mqttPort, mqttHost, mqttUrl, dataDir, databaseUrl } = loadConfig()
    return { port, host, mqttPort, mqttHost, mqttUrl, dataDir, isExternal: databaseUrl !== undefined }
  },
  embedded: async () => preparePostgresBinaries(join(loadConfig().dataDir, 'postgres.lib')),
  database: async () => {
    const connectionString = loadConfig().databaseUrl ?? ''
    const options = { connectionString, applicationName: 'natim-doctor', max: 1, statementTimeoutMs: 3_000 }
    const pool = createPool(options, () => undefined)
    try {
      const { rows } = await pool.query('select current_setting($1) as text, current_setting($2)::int as number', [
        'server_version',
        'server_version_num',
      ])
      return { ...rows[0], isAuditKept: (await lookAtAudit(connectionString)) === 'protected' }
    } finally {
      await pool.end()
    }
  },
}

/** Prints `{"ok": …}` or `{"problem": "…"}`. */
async function main(name: string): Promise<void> {
  try {
    process.stdout.write(JSON.stringify({ ok: await PROBES[name]?.() }))
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const lines = error instanceof ConfigError ? text.split('\n').slice(1) : [text]
    process.stdout.write(JSON.stringify({ problem: lines.map((line) => line.replace(/^\s*- /, '')).join('; ') }))
  }
}

await main(process.argv[2] ?? '')
