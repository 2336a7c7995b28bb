import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type pg from 'pg'
import { createDeviceService, registerDeviceRoutes } from './modules/device/index.ts'
import { createHomeService, registerHomeRoutes } from './modules/home/index.ts'
import { startNetwork } from './modules/live/index.ts'
import { loadChannelViews, registerOverviewRoutes } from './modules/overview/index.ts'
import { createRightsCache } from './modules/permission/index.ts'
import { createSessionService, registerSessionRoutes } from './modules/session/index.ts'
import { registerSiteRoutes } from './modules/site/index.ts'
import { registerStationRoutes } from './modules/station/index.ts'
import type { Bus } from './platform/bus.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db/db.ts'
import { createApiAlias } from './platform/http/api-alias.ts'
import { handleError } from './platform/http/error-handler.ts'
import { registerPages } from './platform/http/pages.ts'
import { registerRequestGuard } from './platform/http/request-guard.ts'
import type { Logger } from './platform/logger.ts'

/** What the web half needs from the process around it. */
export interface AppDeps {
  readonly config: Config
  readonly logger: Logger
  readonly pool: pg.Pool
  readonly db: Db
  readonly bus: Bus
  /** Port of the embedded broker; null while it does not listen or an external one is used. */
  readonly mqttPort: () => number | null
  readonly clock?: Clock
  /** Check answers against their schemas: development and tests. */
  readonly checkAnswers?: boolean
}

const JSON_LIMIT_BYTES = 1024 * 1024
const HEADER_BLOCK_BYTES = 16 * 1024
const RECEIVE_TIMEOUT_MS = 15_000
const HEADER_TIMEOUT_MS = 10_000
const COMPRESS_FROM_BYTES = 1_024

/** The Fastify instance with every route, not listening yet. Tests call it with `inject`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, bus } = deps
  const clock = deps.clock ?? systemClock
  const { now } = clock
  const segments = new Set<string>()
  const app = Fastify(serverOptions(deps, segments))
  const rights = createRightsCache(db, now)
  const sessions = createSessionService({ db, bus, rightsOf: rights.rightsOf, captcha: config.captchaEnabled, now })
  bus.subscribe('rightsChanged', (userIds) => rights.forget(userIds))
  const network = startNetwork({
    db,
    bus,
    clock,
    onError: (error) => deps.logger.of('live').error({ err: error }, 'reading the network failed'),
  })
  app.addHook('onClose', async () => network.stop())

  app.decorate('authenticate', sessions.authenticate)
  app.decorate('checkAnswers', deps.checkAnswers ?? false)
  app.setErrorHandler(handleError)
  registerRequestGuard(app)
  await registerBrowserRules(app, config)
  app.addHook('onRoute', ({ url }) => {
    const first = url.slice(config.apiPrefix.length).split('/')[1]
    if (url.startsWith(`${config.apiPrefix}/`) && first) segments.add(first)
  })
  await app.register(
    async (api) => {
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      registerSiteRoutes(api, deps)
      registerSessionRoutes(api, { db, sessions, now })
      registerStationRoutes(api, deps)
      const devices = createDeviceService({
        ...deps,
        channelsOf: (deviceNos, perDevice) => loadChannelViews(db, deviceNos, perDevice, now()),
      })
      registerDeviceRoutes(api, { db, devices })
      registerOverviewRoutes(api, { db, now, deviceOf: devices.get })
      registerHomeRoutes(api, createHomeService({ db, network, clock }))
    },
    { prefix: config.apiPrefix },
  )
  await registerPages(app, config.apiPrefix)
  return app
}

function serverOptions({ config, logger }: AppDeps, segments: ReadonlySet<string>): FastifyServerOptions {
  return {
    loggerInstance: logger.of('http'),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 512 },
    rewriteUrl: createApiAlias(config.apiPrefix, segments),
    http: { maxHeaderSize: HEADER_BLOCK_BYTES, headersTimeout: HEADER_TIMEOUT_MS },
  } as FastifyServerOptions
}

async function registerBrowserRules(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its style sheet at run time.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        fontSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: 'deny' },
    // Set by whoever terminates TLS; sent over plain http it would be ignored.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(cors, {
    origin: [...config.corsOrigins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    optionsSuccessStatus: 200,
    maxAge: 600,
  })
  await app.register(compress, {
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
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
