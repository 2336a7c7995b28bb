import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { createDeviceService, registerDeviceRoutes } from './modules/device/index.ts'
import { type HomeService, registerHomeRoutes } from './modules/home/index.ts'
import { loadChannelViews, registerOverviewRoutes } from './modules/overview/index.ts'
import { registerSessionRoutes, type SessionService } from './modules/session/index.ts'
import { registerSiteRoutes } from './modules/site/index.ts'
import { registerStationRoutes } from './modules/station/index.ts'
import { registerTimeseriesRoutes } from './modules/timeseries/index.ts'
import type { Clock } from './platform/clock.ts'

export interface ApiDeps extends AppDeps {
  readonly clock: Clock
  readonly sessions: SessionService
  readonly home: HomeService
}

/** Every call of the console, below the API prefix. Answers are never cached. */
export function registerApi(api: FastifyInstance, deps: ApiDeps): void {
  const { db, clock, sessions, home } = deps
  const { now } = clock
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
  registerHomeRoutes(api, home)
  registerTimeseriesRoutes(api, { db, now })
}
