import { ConfigError, loadConfig } from './platform/config.ts'
import { createLogger } from './platform/logger.ts'
import { DataDirInUseError } from './platform/postgres/owner-lock.ts'
import { startServer } from './server.ts'

const STOP_WITHIN_MS = 15_000

/** The process: configuration, signals, exit code. Its components are composed in server.ts. */
async function main(): Promise<void> {
  const config = loadConfig()
  const logger = createLogger(config)
  const log = logger.of('app')
  for (const warning of config.warnings) log.warn(warning)

  const aborted = new AbortController()
  const starting = startServer(config, logger, aborted.signal)
  let isStopping = false
  const stop = (reason: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    aborted.abort()
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopped with an error')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    stop('uncaughtException')
  })
  const server = await starting
  try {
    await server.complete
  } catch (error) {
    // Stopped during the load: `stop` handles it.
    if (isStopping) return
    await server.stop()
    throw error
  }
}

/** An error the operator can fix is reported in one sentence, any other with its stack. */
function describe(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirInUseError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${describe(error)}\n`)
  process.exitCode = 1
  // Timers and sockets of a partly started server must not keep the process alive.
  setTimeout(() => process.exit(1), 1_000).unref()
})
