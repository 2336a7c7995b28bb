import compress from '@fastify/compress'
import cors from '@fastify/cors'
import { HEADER_REQUEST_ID } from '@natim/contract/constants'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { foreignApiOrigin } from './pages.ts'

const COMPRESS_FROM_BYTES = 1_024

/**
 * Some browsers do not apply `'self'` to sockets. The Host header is client input: only a name and a port are accepted.
 */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const socketsOf = (host = '') => (HOST.test(host) ? `ws://${host} wss://${host}` : "'self'")

/** An origin pages may call, and its WebSocket counterpart. */
function withSocket(address: string): string[] {
  const { origin } = new URL(address)
  return [origin, origin.replace(/^http/, 'ws')]
}

/** Headers, CORS, compression, request ids: common to every response (security §1). */
export async function registerBrowserRules(app: FastifyInstance, config: Config): Promise<void> {
  const foreignApi = foreignApiOrigin()
  const elsewhere = [foreignApi, config.publicUrl].flatMap((url) => (url === undefined ? [] : withSocket(url)))
  // Not the Fastify plugin, which rebuilds the policy for each call.
  const protect = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its style sheets at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...config.avatarHosts.map((host) => `https://${host}`)],
        connectSrc: ["'self'", (request) => socketsOf(request.headers.host), ...elsewhere],
        fontSrc: ["'self'"],
        // A configured service may read notices aloud (D-20).
        mediaSrc: ["'self'", 'https:'],
        workerSrc: ["'self'", 'blob:'],
        // Entries of the menu may show another site inside the console (SS-18).
        frameSrc: ["'self'", 'http:', 'https:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: 'deny' },
    // Set by the TLS-terminating proxy; browsers ignore it over plain http.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    // The sign-in page receives messages from the provider's popup.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  })
  app.addHook('onRequest', (request, reply, done) => protect(request.raw, reply.raw, () => done()))
  await app.register(cors, {
    origin: [...config.corsOrigins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    exposedHeaders: ['etag'],
    optionsSuccessStatus: 200,
    maxAge: 600,
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header(HEADER_REQUEST_ID, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      'request',
    )
  })
}
