import type { IncomingMessage } from 'node:http'
import pino from 'pino'
import type { LogLevel } from './config.ts'
import { maskFields, maskSecretsInText } from './mask-secrets.ts'

/** Subject of a line. A closed set, so that log filters keep working. */
export type LogCategory =
  | 'app'
  | 'auth'
  | 'config'
  | 'database'
  | 'demo'
  | 'http'
  | 'import'
  | 'ingest'
  | 'alarm'
  | 'jobs'
  | 'live'
  | 'mqtt'
  | 'nats'
  | 'postgres'
  | 'rollup'
  | 'simulator'
  | 'socket'

export type Log = pino.Logger

/** The root of all loggers; hands out one per category. */
export interface Logger {
  of(category: LogCategory): Log
}

/** Type, text and stack, including causes; of the other properties only the two that identify the fault. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  // Drivers attach whole connections and row values to their errors: nothing else is copied.
  const { type, message, stack } = pino.stdSerializers.err(error)
  const { code, constraint }: Error & { code?: unknown; constraint?: unknown } = error
  return { type, message: maskSecretsInText(message), code, constraint, stack: maskSecretsInText(stack) }
}

/** Never the headers: they contain the session token. */
function serializeRequest(request: Pick<IncomingMessage, 'method' | 'url'>): unknown {
  return { method: request.method, url: maskSecretsInText(request.url ?? '') }
}

/**
 * JSON lines with category, level name and UTC time. Secrets are blanked by key at any depth, and by pattern in every
 * text, message and error. Fields bound by `child` are written unmasked: bind ids only.
 *
 * @param destination where lines are written; default standard output
 */
export function createLogger(options: { readonly logLevel: LogLevel }, destination?: pino.DestinationStream): Logger {
  const root = pino(
    {
      level: options.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: maskFields },
      serializers: { err: serializeError, error: serializeError, req: serializeRequest },
      hooks: {
        logMethod(args, method) {
          const masked = args.map((arg: unknown) => (typeof arg === 'string' ? maskSecretsInText(arg) : arg))
          method.apply(this, masked as Parameters<typeof method>)
        },
      },
    },
    // Synchronous: the last lines before a crash matter most.
    destination ?? pino.destination({ sync: true }),
  )
  return { of: (category) => root.child({ category }) }
}
