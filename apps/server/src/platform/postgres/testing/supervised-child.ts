import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { recordingLog } from './scratch.ts'

// Runs until killed; the first line tells the parent where to connect.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: recordingLog().log })
process.stdout.write(
  `${JSON.stringify({ pid: process.pid, postmasterPid: server.pid, connectionString: server.connectionString })}\n`,
)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
setInterval(() => undefined, 60_000)
