import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** A registry with the metrics of the Node process: memory, CPU, event loop, garbage collection. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Times every response by route pattern, never by URL: each id would become a new series. */
export function registerHttpMetrics(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'natim_http_request_seconds',
    help: 'From the request line to the end of the answer',
    labelNames: ['method', 'route', 'status'],
    // One series per route, method, status and bucket: few buckets keep a scrape of all routes under 100 ms.
    buckets: [0.01, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    duration.observe(labels, reply.elapsedTime / 1_000)
  })
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Prometheus text on its own port, for internal scrapers: no authentication, so bind it with care. */
export async function startMetricsServer(
  registry: Registry,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
