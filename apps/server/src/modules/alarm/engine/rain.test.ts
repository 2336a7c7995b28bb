import { HOUR_MS } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../../testing/build-network.ts'
import { buildRollup } from '../../../testing/build-telemetry.ts'
import { loadDirectory } from '../../live/index.ts'
import { EMPTY_PLAN } from './plan.ts'
import { withRain } from './rain.ts'
import type { PendingStep } from './target.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
let server: TestApp
let rad: BuiltDevice
let gauge: BuiltDevice
let elsewhere: BuiltDevice
let gas: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  const { id: stationId } = await buildStation(server.db)
  rad = await buildDevice(server.db, { kind: 'rad', metrics: ['dose_rate'], stationId })
  gas = await buildDevice(server.db, { kind: 'gas', metrics: ['cl2'], stationId })
  const { id: otherId } = await buildStation(server.db)
  elsewhere = await buildDevice(server.db, { kind: 'rad', metrics: ['dose_rate'], stationId: otherId })
  gauge = await buildDevice(server.db, { kind: 'air', metrics: ['rain'], stationId })
})
afterAll(() => server.close())

const rain = (endMs: number, mm: number) =>
  buildRollup(
    server.db,
    'monR1m',
    { deviceNo: gauge.deviceNo, channelNo: gauge.channelNos[0] ?? 0 },
    { endMs, v: mm, n: 1 },
  )

/** Title of an alarm with this dose rate where 0.1 is usual. */
async function titleOf(
  figure: number,
  { tsMs = NOW, of = rad, kind = 'raise' }: { tsMs?: number; of?: BuiltDevice; kind?: string } = {},
): Promise<string | undefined> {
  const { deviceByNo } = await loadDirectory(server.db)
  const device = deviceByNo.get(of.deviceNo)
  const target = { key: 'k', rule: {}, device, channel: device?.channels[0] }
  const step = { target, kind, figure, usual: 0.1, tsMs, title: '剂量率', text: '' } as unknown as PendingStep
  const marked = await server.db.transaction().execute((trx) => withRain(trx, [step], { ...EMPTY_PLAN, deviceByNo }))
  return marked[0]?.title
}

it('[BZ-20] a small rise of the dose rate is marked as rain when rain began within the hour', async () => {
  expect(await titleOf(0.2)).toBe('剂量率')
  await rain(NOW - 10 * 60_000, 1.5)
  expect(await titleOf(0.2)).toBe('剂量率（疑似降雨）')
  expect(await titleOf(0.25)).toBe('剂量率')
  expect(await titleOf(0.2, { kind: 'up' })).toBe('剂量率')
  expect(await titleOf(0.2, { of: elsewhere })).toBe('剂量率')
  expect(await titleOf(0.2, { of: gas })).toBe('剂量率')
  // It has rained for long and stopped.
  await rain(NOW + HOUR_MS - 10 * 60_000, 1.5)
  expect(await titleOf(0.2, { tsMs: NOW + HOUR_MS - 5 * 60_000 })).toBe('剂量率')
  expect(await titleOf(0.2, { tsMs: NOW + 3 * HOUR_MS })).toBe('剂量率')
  await server.db
    .insertInto('monBlobSample')
    .values({
      deviceId: rad.deviceNo,
      channelNo: rad.channelNos[0] ?? 0,
      ts: new Date(NOW - 60_000),
      kind: 'spectrum',
      key: Buffer.from('spectrum-1'),
      rx: new Date(NOW),
      content: Buffer.from('spectrum'),
      meta: JSON.stringify({ nuclides: ['Cs-137'] }),
    })
    .execute()
  expect(await titleOf(0.2)).toBe('剂量率')
})
