import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'

const clock = createManualClock(Date.now())
let server: TestApp
let token: string
beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())

async function read(path: string) {
  const { status, body } = await server.call('GET', path, { token })
  expect({ path, status }).toEqual({ path, status: 200 })
  return body
}
const valueOf = async (name: string): Promise<number> => (await read(`/actuator/metrics/${name}`)).measurements[0].value

describe('[SY-64] the performance page of existing clients', () => {
  it('has five server figures without an envelope, each with a value', async () => {
    expect(await read('/actuator/metrics/system.cpu.count')).toMatchObject({
      name: 'system.cpu.count',
      baseUnit: null,
      availableTags: [],
    })
    expect(await valueOf('system.cpu.count')).toBeGreaterThan(0)
    for (const name of ['system.cpu.usage', 'process.cpu.usage']) {
      expect(await valueOf(name)).toBeGreaterThanOrEqual(0)
      expect(await valueOf(name)).toBeLessThanOrEqual(1)
    }
    expect(await valueOf('process.uptime')).toBeGreaterThan(0)
    const startedS = await valueOf('process.start.time')
    expect(startedS).toBeCloseTo(clock.now() / 1_000 - (await valueOf('process.uptime')), 0)
  })

  it.each(['jvm.gc.pause', 'tomcat.global.request', 'jvm.memory.used'])(
    '%s has two readable values, so that the page does not break',
    async (name) => {
      expect((await read(`/actuator/metrics/${name}`)).measurements).toHaveLength(2)
    },
  )

  it('does not know names no page requests', async () => {
    expect((await server.call('GET', '/actuator/metrics/secret.key', { token })).status).toBe(404)
  })

  it('explains that there is no Redis, with key count and memory 0 under the original key names', async () => {
    const info = await read('/sys/actuator/redis/info')
    expect(info).toMatchObject({ success: true, result: [{ key: 'redis', value: '未使用' }] })
    expect(await read('/sys/actuator/redis/keysSize')).toEqual({ create_time: clock.now(), dbSize: 0 })
    expect(await read('/sys/actuator/redis/memoryInfo')).toEqual({ create_time: clock.now(), used_memory: 0 })
  })

  it('traces recent requests without values from the address, excluding its own views', async () => {
    await server.call('GET', '/sys/position/list?name=secret', { token })
    await read('/actuator/httptrace')
    const { traces } = await read('/actuator/httptrace')
    expect(traces[0]).toMatchObject({
      timestamp: new Date(clock.now()).toISOString(),
      request: { method: 'GET', uri: '/sys/position/list' },
      response: { status: 200 },
    })
    expect(JSON.stringify(traces)).not.toContain('secret')
  })

  it.each(['/actuator/httptrace', '/actuator/metrics/process.uptime', '/sys/actuator/redis/info'])(
    '%s requires a session and the permission',
    async (path) => {
      await server.addUser(`onlooker-${path.length}`)
      const onlooker = await server.signIn(`onlooker-${path.length}`)
      expect((await server.call('GET', path)).status).toBe(401)
      expect((await server.call('GET', path, { token: onlooker })).status).toBe(403)
    },
  )
})
