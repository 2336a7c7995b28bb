import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { registerApi } from './api.routes.ts'
import type { AppDeps } from './app-deps.ts'
import { createHomeService } from './modules/home/index.ts'
import { registerLiveSocket, startNetwork } from './modules/live/index.ts'
import { createRightsCache } from './modules/permission/index.ts'
import { createSessionService } from './modules/session/index.ts'
import { systemClock } from './platform/clock.ts'
import { createApiAlias } from './platform/http/api-alias.ts'
import { registerBrowserRules } from './platform/http/browser-rules.ts'
import { handleError } from './platform/http/error-handler.ts'
import { registerPages } from './platform/http/pages.ts'
import { registerRequestGuard } from './platform/http/request-guard.ts'

const JSON_LIMIT_BYTES = 1024 * 1024
const HEADER_BLOCK_BYTES = 16 * 1024
const RECEIVE_TIMEOUT_MS = 15_000
const HEADER_TIMEOUT_MS = 10_000

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
  const home = createHomeService({ db, network, clock })

  app.decorate('authenticate', sessions.authenticate)
  app.decorate('checkAnswers', deps.checkAnswers ?? false)
  app.setErrorHandler(handleError)
  registerRequestGuard(app)
  await registerBrowserRules(app, config)
  app.addHook('onRoute', ({ url }) => {
    const first = url.slice(config.apiPrefix.length).split('/')[1]
    if (url.startsWith(`${config.apiPrefix}/`) && first) segments.add(first)
  })
  await app.register(async (api) => registerApi(api, { ...deps, clock, sessions, home }), { prefix: config.apiPrefix })
  const live = registerLiveSocket({
    server: app.server,
    apiPrefix: config.apiPrefix,
    network,
    bus,
    clock,
    authenticate: sessions.authenticate,
    peek: sessions.peek,
    homeCounters: home.counters,
    origins: config.corsOrigins,
    onError: (error) => deps.logger.of('live').error({ err: error }, 'live feed failed'),
  })
  app.addHook('preClose', () => live.stop())
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
