import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const MAX_JSON_DEPTH = 64
const MAX_URL_LENGTH = 16_384

// Raw paths that are only useful to be interpreted in two ways (security §1).
const AMBIGUOUS_PATH = /\.\.|\/\/|;|\\|%2e|%2f|%5c|%00|%25/i
// The only segment that may hold any text, encoded once: a condition such as `name like '苏%'` has a percent sign.
const DICTIONARY_SEGMENT = /(\/sys\/dict\/(?:getDictItems|loadDict|loadDictItem|loadDictOrderByValue)\/)([^/]+)$/
const CONTROL = /[\u0000-\u001f\u007f]/
// Characters that no text column accepts: NUL and lone surrogates.
const UNSTORABLE = /[\0\p{Surrogate}]/u
const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

/** Refuses ambiguous paths, over-deep JSON and text that cannot be stored, before any handler sees them. */
export function registerRequestGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => guardUrl(request))
  app.addHook('preValidation', async (request) => guardBody(request.body))
  // Only application/json (and types that plugins add for their own routes) is parsed.
  app.removeContentTypeParser(['text/plain', 'application/json'])
  registerJsonParser(app)
}

/** Accepts JSON in UTF-8 only: an invalid byte is refused, not replaced. */
function registerJsonParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) return done(new AppError('request.media_type'))
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch (error) {
      return done(new AppError('request.malformed', { cause: error }))
    }
    return parseJson(request, text, done)
  })
}

function guardUrl(request: FastifyRequest): void {
  const raw = request.originalUrl
  if (raw.length > MAX_URL_LENGTH) throw new AppError('request.malformed')
  const [path = '', query = ''] = raw.split('?', 2)
  if (AMBIGUOUS_PATH.test(withoutPercentSigns(path)) || CONTROL.test(path)) throw new AppError('request.malformed')
  if (UNSTORABLE.test(decoded(query))) throw new AppError('request.malformed')
}

/** A percent sign is allowed in the dictionary segment unless it encodes a character refused elsewhere. */
function withoutPercentSigns(path: string): string {
  return path.replace(DICTIONARY_SEGMENT, (_, before: string, segment: string) => {
    return before + segment.replace(/%25(?!2e|2f|5c|00|25)/gi, '')
  })
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch (error) {
    throw new AppError('request.malformed', { cause: error })
  }
}

function guardBody(body: unknown): void {
  if (!Buffer.isBuffer(body) && !isStorable(body, MAX_JSON_DEPTH)) throw new AppError('request.malformed')
}

function isStorable(value: unknown, depthLeft: number): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depthLeft === 0) return false
  return Object.entries(value).every(([key, child]) => !UNSTORABLE.test(key) && isStorable(child, depthLeft - 1))
}
