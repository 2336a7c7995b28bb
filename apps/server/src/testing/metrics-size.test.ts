import { methodsOf } from '@natim/contract/endpoint'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { registerHttpMetrics } from '../platform/metrics.ts'
import { everyCall } from './matrix.ts'

it('metrics are counted by route, not by device or URL, and stay within this many lines when all routes were used', async () => {
  const registry = new Registry()
  const app = Fastify()
  registerHttpMetrics(app, registry)
  const routes = (await everyCall()).flatMap(({ endpoint }) =>
    methodsOf(endpoint).map((method) => ({ method, url: endpoint.path.replace('*', ':rest') })),
  )
  const known = new Set<string>()
  for (const route of routes) {
    const key = `${route.method} ${route.url}`
    if (known.has(key)) continue
    known.add(key)
    app.route({ ...route, handler: (_request, reply) => reply.send('') })
  }
  const lines = async () => (await registry.metrics()).split('\n').length
  const ask = (method: string, url: string) => app.inject({ method: method as 'GET', url })
  for (const { method, url } of routes) await ask(method, url.replace(/:\w+/g, '1'))
  const all = await lines()
  expect(all / known.size).toBeLessThan(10)
  for (let id = 2; id < 100; id += 1) {
    await ask('GET', `/mon/device/${id}/overview`)
    await ask('GET', `/no/such/${id}`)
  }
  // All unserved paths count as one route.
  expect((await lines()) - all).toBeLessThan(10)
  await app.close()
})
