import { readFileSync } from 'node:fs'
import { openEndpoints } from '@natim/contract/mon/open'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { loadTables } from '../aqi/aqi-worker.ts'
import { writeRows } from '../aqi/aqi-writer.ts'
import { cityRow, rowOf } from '../aqi/compute.ts'
import { drainMarks } from '../rollup/index.ts'
import { openPartitions, storeSamples } from '../rollup/testing/samples.ts'

interface Target {
  readonly url: string
  readonly root_selector: string
  readonly columns: readonly { readonly selector: string; readonly text: string }[]
}
interface Panel {
  readonly title: string
  readonly targets: readonly Target[]
}

const DASHBOARD = JSON.parse(
  readFileSync(new URL('../../../../../docs/grafana/dashboard.json', import.meta.url), 'utf8'),
) as { readonly panels: readonly Panel[] }
const TARGETS = DASHBOARD.panels.flatMap(({ title, targets }) => targets.map((target) => [title, target] as const))

const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
let server: TestApp
let token: string

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('boss', { roles: ['nat_admin'] })
  const session = await server.signIn('boss')
  await openPartitions(server.db)
  const station = await buildStation(server.db)
  const device = await buildDevice(server.db, { metrics: ['pm25'], stationId: station.id })
  const [channelNo = 0] = device.channelNos
  const { deviceNo } = device
  const minutes = Array.from({ length: 72 * 60 }, (_, i) => NOW - 72 * HOUR_MS + (i + 1) * MINUTE_MS)
  await storeSamples(
    server.db,
    minutes.map((ts) => ({ deviceNo, channelNo, ts, v: 30 })),
  )
  await drainMarks(server.db)
  await server.db
    .insertInto('monLatest')
    .values({ deviceId: deviceNo, channelNo, ts: new Date(NOW), v: 30, rx: new Date(NOW), q: 0 })
    .execute()
  const tables = await loadTables(server.db)
  const figures = [null, null, null, null, null, 30, null].map((value) => ({ value, n: 1 }))
  const own = rowOf(tables, { span: 'h', placeKind: 's', placeId: station.id, tMs: NOW, stations: null }, figures)
  const city = cityRow(tables, { span: 'h', placeId: '320500', tMs: NOW, stations: 1 }, [own])
  await server.db.transaction().execute((trx) => writeRows(trx, [own, city], NOW + MINUTE_MS))
  await buildAlarm(server.db, { channelNo, metricCode: 'pm25', triggerTs: new Date(NOW - HOUR_MS) })
  const body = {
    name: 'Grafana',
    publicationId: 'pub-raw',
    scopes: Object.keys(openEndpoints),
    ratePerMin: 600,
    days: 30,
  }
  token = (await server.call('POST', '/mon/token/add', { token: session, body })).body.result.token
})
afterAll(() => server.close())

describe('the dashboard', () => {
  it('uses every call of the interface', () => {
    const calls = TARGETS.map(([, { url }]) => /\/open\/v1\/(\w+)/.exec(url)?.[1])
    expect(calls.toSorted()).toEqual(Object.keys(openEndpoints).toSorted())
  })

  it.each(TARGETS)(
    'finds the values of 「%s」 in the response',
    async (_title, { url, root_selector: root, columns }) => {
      const variables: Readonly<Record<string, string>> = {
        natim: '',
        region: '32',
        metric: 'pm25',
        __from: String(NOW - 3 * DAY_MS),
        __to: String(NOW),
      }
      const path = url.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => variables[name] ?? whole)
      expect(path).not.toContain('$')
      const [, name = ''] = /\/open\/v1\/(\w+)/.exec(path) ?? []
      const { query } = openEndpoints[name as keyof typeof openEndpoints]
      const known = Object.keys(query.shape)
      for (const key of new URL(path, 'http://x').searchParams.keys()) expect(known).toContain(key)
      const answer = await server.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
      expect(answer.statusCode).toBe(200)
      const rows = answer.json<Record<string, Record<string, unknown>[]>>()[root] ?? []
      expect(rows.length).toBeGreaterThan(0)
      for (const { selector } of columns) expect(Object.keys(rows[0] ?? {})).toContain(selector)
    },
  )
})
