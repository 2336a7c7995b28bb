import { parseEvent } from '@natim/domain/device-event'
import { parseBatch, parseState, parseTele } from '@natim/domain/telemetry'
import { expect, it } from 'vitest'
import { batchPayload, pointsOf, type Reading, selfTestPayload, statePayload, telePayload } from './payload.ts'

const READINGS: readonly Reading[] = [
  { tsMs: 1_795_234_800_000, seqs: [1, 2], values: [0.42, 17] },
  { tsMs: 1_795_234_810_000, seqs: [2], values: [18] },
]

it('writes a self-test that the server can read', () => {
  expect(parseEvent(selfTestPayload(1_795_234_800_000, '2.3.1'))).toMatchObject({
    ok: true,
    type: 'self_test',
    data: { ok: true, fw: '2.3.1' },
  })
})

it('writes telemetry that the server can read', () => {
  const parsed = parseTele(telePayload(READINGS[0] as Reading, { seq: 5, sys: { batt: 87, rssi: -71 } }))
  expect(parsed).toMatchObject({ ok: true, baseTs: 1_795_234_800_000, keys: ['1', '2'], value: [0.42, 17], seq: 5 })
  expect(parsed).toMatchObject({ sys: { batteryPct: 87, signalDbm: -71 }, rejected: [] })
})

it('sends a foreign unit by name', () => {
  const foreign = { seq: 1, unit: 'mg/m3', factor: 2.9 }
  const parsed = parseTele(telePayload(READINGS[0] as Reading, { seq: 0, foreign }))
  expect(parsed).toMatchObject({ ok: true, value: [1.218, 17], unit: ['mg/m3'] })
})

it('writes stored readings as one batch, with null where nothing was read', () => {
  const parsed = parseBatch(batchPayload(READINGS))
  expect(parsed).toMatchObject({ ok: true, baseTs: 1_795_234_800_000, nulls: 1, rejected: [] })
  if (!parsed.ok) throw new Error(parsed.message)
  expect(parsed.value).toHaveLength(pointsOf(READINGS))
})

it('reports a fault when there are flags', () => {
  const state = { tsMs: 1_795_234_800_000, firmware: '2.3.1', upS: 60, ip: '10.16.0.1' }
  expect(parseState(statePayload({ ...state, flags: [] }))).toMatchObject({ ok: true, status: 'online', fault: false })
  expect(parseState(statePayload({ ...state, flags: ['flow_low'] }))).toMatchObject({
    fault: true,
    flags: ['flow_low'],
    firmware: '2.3.1',
    uptimeS: 60,
  })
})
