import { blobKind, ingestEndpoints } from '@natim/contract/mon/ingest'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Device } from '../register/register-types.ts'
import type { HttpIngest, HttpIngestAnswer, HttpKind } from './ingest.service.ts'

/** Fastify errors that a client may cause; all others are server errors. */
const CLIENT_FAULTS: Readonly<Record<string, number>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 400,
}

const devices = new WeakMap<FastifyRequest, Device>()

/**
 * `/ingest/v1/tele|batch|state|event|ack|blob/{kind}` (domain §6.2), in their own Fastify context: bodies are raw bytes,
 * JSON or gzip, whatever the content type, and every answer has the shape of `ingestAnswer`, errors included.
 */
export function registerIngestRoutes(app: FastifyInstance, ingest: HttpIngest): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler(handleError)
    for (const [name, endpoint] of Object.entries(ingestEndpoints)) {
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: endpoint.bodyLimitBytes,
        config: { access: endpoint.access },
        // Before the body is read: nothing is parsed for unauthenticated senders.
        onRequest: async (request, reply) => {
          const sender = await ingest.authenticate(request.headers.authorization, request.ip)
          if ('status' in sender) return send(reply, sender)
          devices.set(request, sender)
          return undefined
        },
        handler: async (request, reply) => {
          const device = devices.get(request)
          if (device === undefined) throw new Error('unauthenticated request reached the handler')
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          return send(reply, await ingest.take(device, kindOf(name, request), body))
        },
      })
    }
  })
}

/** @throws FastifyError 400 for an invalid blob kind. */
function kindOf(name: string, { params }: FastifyRequest): HttpKind {
  if (name !== 'blob') return name as HttpKind
  const kind = blobKind.safeParse((params as { readonly kind?: string }).kind)
  if (!kind.success) throw Object.assign(new Error('malformed kind'), { statusCode: 400 })
  return `blob/${kind.data}`
}

function send(reply: FastifyReply, { status, body, retryAfterS }: HttpIngestAnswer): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply.status(status).send(body)
}

function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = CLIENT_FAULTS[error.code] ?? (error.statusCode && error.statusCode < 500 ? error.statusCode : 500)
  if (status === 500) request.log.error({ err: error }, 'ingest request failed')
  const message = status === 413 ? 'body over 1 MiB' : status < 500 ? 'malformed request' : 'internal error'
  const body = { ok: false, accepted: 0, rejected: [], serverTime: Date.now(), cmd: [], message }
  return reply.status(status).send(body)
}
