import { actuatorEndpoints } from '@natim/contract/system/actuator'
import { monitorEndpoints } from '@natim/contract/system/monitor'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { PoolCounts } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { failureOf } from '../../platform/http/error-handler.ts'
import { callerOf, implement } from '../../platform/http/implement.ts'
import { actuatorMetricOf, NO_REDIS, traceOf } from './actuator.ts'
import { readDisks } from './disks.ts'
import { findDatabaseFigures } from './monitor.repository.ts'
import { startProcessGauge } from './process-gauge.ts'
import { RequestRing } from './request-ring.ts'
import { readServer } from './server-figures.ts'

export interface MonitorDeps {
  readonly db: Db
  readonly pool: PoolCounts
  readonly clock: Clock
  readonly config: Pick<Config, 'dataDir' | 'role'>
}

/** 性能监控 (SY-64): state of machine, process, database and disks, and the latest requests. */
export function registerMonitorRoutes(app: FastifyInstance, { db, pool, clock, config }: MonitorDeps): void {
  const gauge = startProcessGauge(clock)
  app.addHook('onClose', async () => gauge.stop())
  const requests = rememberRequests(app, clock.now)
  const disks = () => readDisks(config.dataDir)
  implement(app, monitorEndpoints, {
    server: () => readServer(),
    process: () => ({ ...gauge.read(), role: config.role }),
    database: async () => ({ ...(await findDatabaseFigures(db)), ...countPool(pool) }),
    disk: disks,
    requests: ({ query }) => requests.newest({ isFailed: query.failed === 'true' }),
    diskInfo: disks,
  })
  implement(app, actuatorEndpoints, {
    redisInfo: () => NO_REDIS.map((row) => ({ ...row })),
    redisKeys: () => ({ create_time: clock.now(), dbSize: 0 }),
    redisMemory: () => ({ create_time: clock.now(), used_memory: 0 }),
    metric: ({ params }) => {
      const metric = actuatorMetricOf(params.name, gauge.read(), clock.now())
      if (metric === undefined) throw new AppError('resource.not_found')
      return metric
    },
    trace: () => ({ traces: requests.newest().map(traceOf) }),
  })
}

const countPool = ({ totalCount, idleCount, waitingCount, options }: PoolCounts) => ({
  poolInUse: totalCount - idleCount,
  poolIdle: idleCount,
  poolWaiting: waitingCount,
  poolMax: options.max,
})

const OWN = new Set<string>(
  [...Object.values(monitorEndpoints), ...Object.values(actuatorEndpoints)].map(({ path }) => path),
)

/** Records requests answered below `app`. Viewing the list is not recorded, so that it does not displace entries. */
function rememberRequests(app: FastifyInstance, now: () => number): RequestRing {
  const ring = new RequestRing()
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    // The route pattern, not the address, which may contain a token.
    const route = request.routeOptions.url?.slice(app.prefix.length)
    const failure = failureOf(request) ?? null
    if (route === undefined || (OWN.has(route) && failure === null)) return
    ring.add({
      id: request.id,
      atMs: now(),
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      username: callerOf(request)?.username ?? null,
      failure,
    })
  })
  return ring
}
