import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { registerApi } from './api.routes.ts'
import type { AppDeps } from './app-deps.ts'
import { createAlarmFeed } from './modules/alarm/index.ts'
import { registerGridSocket } from './modules/grid-socket/index.ts'
import { createHomeService } from './modules/home/index.ts'
import { registerIngestRoutes } from './modules/ingest/index.ts'
import { createLimits } from './modules/limit/index.ts'
import { registerLiveMetrics, registerLiveSocket, startNetwork } from './modules/live/index.ts'
import { registerNoticeSocket } from './modules/notice/index.ts'
import { createRightsCache, type RightsCache } from './modules/permission/index.ts'
import { createSessionService, type SessionService } from './modules/session/index.ts'
import { authenticateKiosk, createWallFeed, createWalls, createWallViews, isKioskToken } from './modules/wall/index.ts'
import { writeDenial } from './platform/audit.ts'
import type { Authenticate } from './platform/auth/session-user.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { watchDemoLoad } from './platform/demo-load.ts'
import { registerHealthRoutes } from './platform/health.routes.ts'
import { createHealth } from './platform/health.ts'
import { type AliasRules, createApiAlias } from './platform/http/api-alias.ts'
import { readOwnBoundary } from './platform/http/boundary.ts'
import { registerBrowserRules } from './platform/http/browser-rules.ts'
import { rememberCalls } from './platform/http/current-call.ts'
import { handleError } from './platform/http/error-handler.ts'
import type { Denial } from './platform/http/implement.ts'
import { speakChinese } from './platform/http/input-language.ts'
import { answerNotFound, registerPages } from './platform/http/pages.ts'
import { registerRequestGuard } from './platform/http/request-guard.ts'
import { registerHttpMetrics } from './platform/metrics.ts'
import { checkSignature, type ReceivedCall } from './platform/signature/check-signature.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const HEADER_BLOCK_BYTES = 16 * 1024
/** Maximum length of a path segment: category names are requested by a list of ids in it. */
const MAX_SEGMENT_CHARS = 4_096
const RECEIVE_TIMEOUT_MS = 15_000
const HEADER_TIMEOUT_MS = 10_000

/** The Fastify instance with every route of its role, not yet listening. Tests call it with `inject`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  speakChinese()
  const { config, db, bus } = deps
  const clock = deps.clock ?? systemClock
  const registry = deps.registry ?? new Registry()
  const segments = new Set<string>()
  const pages: string[] = []
  const app = Fastify(serverOptions(deps, { apiPrefix: config.apiPrefix, segments, pages }))
  const rights = createRightsCache(db, clock.now)
  const sessions = createSessionService({
    db,
    bus,
    rights,
    captcha: config.captchaEnabled,
    now: clock.now,
  })
  bus.subscribe('rightsChanged', (userIds) => rights.forget(userIds))
  bus.subscribe('missed', () => rights.forget())

  app.decorate('authenticate', orKiosk(db, sessions.authenticateAny))
  app.decorate('verifySignature', (request: FastifyRequest) =>
    checkSignature(receivedCall(request), config.signSecret, clock.now()),
  )
  app.decorate('checkAnswers', deps.checkAnswers ?? false)
  app.decorate('served', [])
  app.decorate('demoLoadPercent', watchDemoLoad(bus, clock))
  app.decorate('reportDenial', (denial: Denial) => writeDenial(db, denial))
  app.setErrorHandler(handleError)
  registerRequestGuard(app)
  rememberCalls(app)
  await registerBrowserRules(app, config)
  registerHttpMetrics(app, registry)
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith(`${config.apiPrefix}/`)) return
    const path = route.url.slice(config.apiPrefix.length)
    const first = path.split('/')[1]
    if (first) segments.add(first)
    if (route.config?.isPage) pages.push(path)
  })
  const frame: Frame = { ...deps, clock, registry, sessions, rights }
  await app.register(async (api) => registerService(api, frame), { prefix: config.apiPrefix })
  if (deps.hasConsole ?? true) await registerConsole(app, frame, segments)
  else app.setNotFoundHandler(answerNotFound)
  return app
}

const receivedCall = ({ originalUrl, headers, query, body }: FastifyRequest): ReceivedCall => ({
  rawUrl: originalUrl,
  headers,
  query,
  body,
})

interface Frame extends AppDeps {
  readonly clock: Clock
  readonly registry: Registry
  readonly sessions: SessionService
  readonly rights: RightsCache
}

/** Calls that every process serves: health, metrics, and ingest where it runs. */
function registerService(api: FastifyInstance, { db, clock, logger, registry, ingest, phase }: Frame): void {
  const health = createHealth({
    db,
    clock,
    isStarting: () => phase?.() === 'starting',
    isStopping: () => phase?.() === 'stopping',
    onError: (error) => logger.of('app').warn({ err: error }, 'not ready'),
  })
  api.addHook('onClose', async () => health.stop())
  registerHealthRoutes(api, { health, registry })
  if (ingest !== undefined) registerIngestRoutes(api, ingest)
}

/** The console: its calls, live feed and pages. */
async function registerConsole(app: FastifyInstance, frame: Frame, segments: ReadonlySet<string>): Promise<void> {
  const { config, db, bus, clock, logger, registry, sessions } = frame
  const onError = (error: unknown) => logger.of('live').error({ err: error }, 'live feed failed')
  const network = startNetwork({ db, bus, clock, onError })
  app.addHook('onClose', async () => network.stop())
  const limits = createLimits(db, bus, clock.now)
  const home = createHomeService({ db, network, limits, clock })
  await app.register(async (api) => registerApi(api, { ...frame, home, limits, network }), { prefix: config.apiPrefix })
  const sockets = {
    server: app.server,
    apiPrefix: config.apiPrefix,
    bus,
    clock,
    authenticate: sessions.authenticate,
    peek: sessions.peek,
    origins: config.corsOrigins,
    onError: (error: unknown) => logger.of('socket').error({ err: error }, 'socket failed'),
  }
  const alarms = createAlarmFeed({ db, bus, now: clock.now, onError })
  app.addHook('onClose', async () => alarms.stop())
  const walls = createWalls({ db, bus, now: clock.now })
  const views = createWallViews({ db, bus, now: clock.now, network, limits, home, walls })
  const wallFeed = createWallFeed({ db, bus, now: clock.now, onError })
  app.addHook('onClose', async () => wallFeed.stop())
  // Only the live feed is open to views and kiosks: what it sends is filtered by their scope and never personal.
  const { authenticateAny, peekAny } = sessions
  const live = registerLiveSocket({
    ...sockets,
    authenticate: orKiosk(db, authenticateAny),
    peek: orKiosk(db, peekAny),
    network,
    homeCounters: home.counters,
    alarms,
    walls: { follow: wallFeed.follow, narrow: views.narrow, narrowDevices: views.narrowDevices },
    onError,
  })
  registerLiveMetrics(registry, live)
  const notices = registerNoticeSocket(sockets)
  const grids = registerGridSocket(sockets)
  app.addHook('preClose', async () => {
    await Promise.all([live.stop(), notices.stop(), grids.stop()])
  })
  const boundary = readOwnBoundary(config, (reason) =>
    logger.of('http').error(`${reason}; the map shows the built-in boundary`),
  )
  await registerPages(app, { apiPrefix: config.apiPrefix, segments }, { boundary })
}

/** The same, also accepting the token of a wall. */
const orKiosk =
  (db: Db, authenticate: Authenticate): Authenticate =>
  (token, tenantId) =>
    isKioskToken(token) ? authenticateKiosk(db, token) : authenticate(token, tenantId)

function serverOptions({ config, logger }: AppDeps, alias: AliasRules): FastifyServerOptions {
  return {
    loggerInstance: logger.of('http'),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_SEGMENT_CHARS },
    // Paths that the router itself refuses get our envelope too.
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
    rewriteUrl: createApiAlias(alias),
    http: { maxHeaderSize: HEADER_BLOCK_BYTES, headersTimeout: HEADER_TIMEOUT_MS },
  } as FastifyServerOptions
}
