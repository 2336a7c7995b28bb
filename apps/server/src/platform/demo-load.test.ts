import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-app.ts'
import { systemClock } from './clock.ts'

let server: TestApp
let nowMs = Date.now()
beforeAll(async () => {
  server = await buildTestApp({ clock: { ...systemClock, now: () => nowMs } })
  await server.addUser('keeper', { roles: ['admin'] })
})
afterAll(() => server.close())

async function look() {
  const { body } = await server.call('GET', '/sys/site/settings')
  return body.result.demoLoadPercent
}
async function addPosition(code: string) {
  const body = { code, name: '巡检员' }
  return (await server.call('POST', '/sys/position/add', { token: await server.signIn('keeper'), body })).body
}

it.each([0, 63])('refuses changes and shows the progress while the network is %i %% loaded', async (percent) => {
  server.bus.publish('demoLoad', { percent })
  expect(await look()).toBe(percent)
  expect(await addPosition('early')).toMatchObject({
    success: false,
    message: `演示网络正在载入（${percent} %），载入后才能修改`,
  })
})

it('ends when the loader reports it or has been silent for a minute', async () => {
  server.bus.publish('demoLoad', { percent: 63 })
  nowMs += 60_000
  expect(await look()).toBe(63)
  nowMs += 1
  expect(await look()).toBeNull()
  expect(await addPosition('silent')).toMatchObject({ success: true })
  server.bus.publish('demoLoad', { percent: 70 })
  expect(await look()).toBe(70)
  server.bus.publish('demoLoad', { percent: null })
  expect(await look()).toBeNull()
  expect(await addPosition('told')).toMatchObject({ success: true })
})

it('reports which parts failed to load, and whether they will be retried', async () => {
  const failed = async () => (await server.call('GET', '/sys/site/settings')).body.result.demoFailed
  expect(await failed()).toEqual([])
  const add = (part: string, failures: number) =>
    server.db
      .insertInto('monDemoLoad')
      .values({ part, failures, failedAt: failures > 0 ? new Date() : null })
      .execute()
  await add('breath', 1)
  await add('walls', 2)
  await add('nbc', 0)
  expect(await failed()).toEqual([
    { part: 'breath', isTriedAgain: true },
    { part: 'walls', isTriedAgain: false },
  ])
  await add('whole', 0)
  expect(await failed()).toMatchObject([{ isTriedAgain: false }, { isTriedAgain: false }])
})
