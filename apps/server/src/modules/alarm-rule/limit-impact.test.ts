import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRule } from '../alarm/testing/rules.ts'

let server: TestApp
let token: string
let device: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
  for (const regionCode of ['320500', '330100']) {
    const { id } = await buildStation(server.db, { regionCode })
    device = await buildDevice(server.db, {
      kind: 'gas',
      metrics: ['cl2', 'nh3'],
      stationId: id,
      regionCode,
      periodS: 10,
    })
  }
  await server.db.updateTable('monAlarmRule').set({ enabled: false }).execute()
  server.bus.publish('registers', {})
})
afterAll(() => server.close())

const limitOf = (level: string) =>
  server.db
    .selectFrom('monLimit')
    .select(['id', 'setId'])
    .where('metricCode', '=', 'cl2')
    .where('kind', '=', 'AEGL')
    .where('level', '=', level)
    .where('avgPeriod', '=', '60min')
    .executeTakeFirstOrThrow()
const impact = async (id: string) => (await server.call('GET', `/mon/limit/impact?id=${id}`, { token })).body.result
const aegl = (level: string, rest: object = {}) =>
  ({ type: 'limit', severity: 2, kind: 'AEGL', level, forS: 0, clearForS: 0, clearShare: 0.9, ...rest }) as const

it('[BZ-20] reports what a limit affects: channels, stations, provinces, rules and active alarms', async () => {
  const limit = await limitOf('2')
  expect(await impact(limit.id)).toEqual({ isInForce: true, channels: 0, stations: 0, provinces: 0, rules: [] })
  const [all, one, level] = [
    await buildRule(server.db, { branches: [aegl('2', { avgPeriod: '60min' })] }, { name: '全部' }),
    await buildRule(server.db, { branches: [aegl('2')], scope: { deviceIds: [device.id] } }, { name: '一台' }),
    await buildRule(server.db, { branches: [{ type: 'toxicLoad', severity: 1, level: 4, forS: 0, clearForS: 0 }] }),
  ]
  // Rules on other limits of the metric, and on other metrics.
  await buildRule(server.db, { branches: [aegl('3')] })
  await buildRule(server.db, { branches: [aegl('2', { avgPeriod: '10min' })] })
  await buildRule(server.db, { branches: [aegl('2')], scope: { metricCodes: ['nh3'] } })
  await buildAlarm(server.db, { ruleId: one, metricCode: 'cl2', deviceId: device.id })
  await buildAlarm(server.db, { ruleId: one, metricCode: 'cl2', deviceId: device.id, active: false })
  const found = await impact(limit.id)
  expect(found).toMatchObject({ isInForce: true, channels: 2, stations: 2, provinces: 2 })
  expect(found.rules).toHaveLength(3)
  expect(
    found.rules
      .slice(0, 2)
      .map(({ id }: { id: string }) => id)
      .toSorted(),
  ).toEqual([all, level].toSorted())
  expect(found.rules[2]).toMatchObject({ id: one, name: '一台', channels: 1, activeAlarms: 1 })
})

it('[BZ-20] reports no effect for a limit of a draft set', async () => {
  const { id, setId } = await limitOf('3')
  await server.db.updateTable('monLimitSet').set({ status: 'draft' }).where('id', '=', setId).execute()
  expect(await impact(id)).toMatchObject({ isInForce: false, rules: [] })
  await server.db.updateTable('monLimitSet').set({ status: 'active' }).where('id', '=', setId).execute()
  expect(await impact('nowhere')).toMatchObject({ isInForce: false })
})
