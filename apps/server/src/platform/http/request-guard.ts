import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const MAX_JSON_DEPTH = 64
const MAX_URL_LENGTH = 16_384

// Raw paths that only make sense as an attempt to mean two things at once (security §1).
const AMBIGUOUS_PATH = /\.\.|\/\/|;|\\|%2e|%2f|%5c|%00|%25/i
const CONTROL = /[\u0000-\u001f\u007f]/

/** Refuses ambiguous paths, over-deep JSON and text no database takes, before any handler sees them. */
export function registerRequestGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => guardPath(request))
  app.addHook('preValidation', async (request) => guardBody(request.body))
  // Only application/json (and what a plugin adds for its own routes) is read at all.
  app.removeContentTypeParser('text/plain')
}

function guardPath(request: FastifyRequest): void {
  const raw = request.originalUrl
  if (raw.length > MAX_URL_LENGTH) throw new AppError('request.malformed')
  const path = raw.split('?', 1)[0] ?? ''
  if (AMBIGUOUS_PATH.test(path) || CONTROL.test(path)) throw new AppError('request.malformed')
}

function guardBody(body: unknown): void {
  if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && depthOver(body, MAX_JSON_DEPTH)) {
    throw new AppError('request.malformed')
  }
}

function depthOver(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  return Object.values(value).some((child) => depthOver(child, limit - 1))
}
