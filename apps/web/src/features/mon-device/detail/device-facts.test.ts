import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { buildChannel, buildDevice, buildOverview } from '@/testing/build-device.ts'
import { credentialState } from '../credential/credential-state.ts'
import { withReasonText } from '../status-reason.ts'
import { lookOf } from '../value-look.ts'
import { rangeText } from './channel-columns.tsx'
import { coordinatesText, hasWrongClock, mapPath, onlineShare, statusFacts } from './device-facts.ts'

const span = (fromMs: number, toMs: number, status: 'online' | 'offline' | 'inactive') => ({
  fromMs,
  toMs,
  status,
  reason: '',
})

describe('facts of a device', () => {
  it('count the online share over the time in service only', () => {
    expect(onlineShare([span(0, 50, 'inactive'), span(50, 90, 'online'), span(90, 100, 'offline')])).toBe(0.8)
    expect(onlineShare([span(0, 50, 'inactive')])).toBeNull()
    expect(onlineShare([])).toBeNull()
  })

  it('print a dash for unknown values', () => {
    const facts = (overrides: Parameters<typeof buildDevice>[0]) =>
      statusFacts(buildOverview({ device: buildDevice(overrides) })).map(({ label, value }) => `${label} ${value}`)
    expect(facts({})).toEqual([
      '在线 100.0 %',
      '完整率 94.8 %',
      '健康分 92',
      '时钟偏差 +38 ms',
      '电量 / 信号 −71 dBm',
      '固件 3.2.1',
    ])
    expect(facts({ healthScore: null, skewMs: null, signalDbm: null, firmware: null }).slice(2)).toEqual([
      '健康分 —',
      '时钟偏差 —',
      '电量 / 信号 —',
      '固件 —',
    ])
    expect(facts({ batteryPct: 87 })).toContain('电量 / 信号 87 % / −71 dBm')
  })

  it('leave the battery to its channel where it has one', () => {
    const device = buildDevice({ batteryPct: 87 })
    const battery = buildChannel({ metricCode: 'batt_pct', name: '电量' })
    const labels = (channels: ReturnType<typeof buildChannel>[]) =>
      statusFacts(buildOverview({ device, channels: channels.map((one) => ({ ...one, spark: null })) } as never)).map(
        ({ label, value }) => `${label} ${value}`,
      )
    expect(labels([battery])).toContain('信号 −71 dBm')
    expect(labels([{ ...battery, enabled: false }])).toContain('电量 / 信号 87 % / −71 dBm')
  })

  it.each([
    [null, false],
    [30_000, false],
    [30_001, true],
    [-480_000, true],
  ])('a clock offset of %j ms is wrong: %j', (skewMs, isWrong) => {
    expect(hasWrongClock({ skewMs })).toBe(isWrong)
  })

  it('include the position', () => {
    expect(coordinatesText({ lng: 118.7186, lat: 32.2214 })).toBe('118.718600, 32.221400')
    expect(coordinatesText({ lng: null, lat: 32 })).toBeUndefined()
    expect(decodeURIComponent(mapPath({ stationId: '101' }) ?? '')).toBe('/mon/homemap?~={"station":"101"}')
    expect(mapPath({ stationId: null })).toBeUndefined()
  })

  it.each([
    [{ rangeLo: 0, rangeHi: 20 }, '0 – 20 ppm'],
    [{ rangeLo: -30, rangeHi: null }, '≥ −30 ppm'],
    [{ rangeLo: null, rangeHi: null }, '—'],
    [{ rangeLo: 0.05, rangeHi: 1_500 }, '0.05 – 1,500 ppm'],
  ])('measures %j as %s', (range, text) => {
    expect(rangeText(buildChannel(range))).toBe(text)
  })
})

describe('words and looks', () => {
  it('shows why a status changed, also for an unknown reason of a newer server', () => {
    const spans = ['timeout', 'solar-flare'].map((reason) => ({ ...span(0, 1, 'offline'), reason }))
    expect(withReasonText(spans).map(({ reason }) => reason)).toEqual(['超时无消息', 'solar-flare'])
  })

  it.each([
    ['online', false, 'live'],
    ['online', true, 'stale'],
    ['fault', false, 'live'],
    ['offline', false, 'offline'],
    ['retired', true, 'offline'],
  ] as const)('%s, stale %s: %s', (status, isStale, look) => {
    expect(lookOf(status, isStale)).toBe(look)
  })

  it.each([
    [null, null, 'live'],
    ['2026-11-22 10:00:00', null, 'expiring'],
    ['2026-11-21 10:00:00', null, 'expired'],
    [null, '2026-11-21 10:00:00', 'revoked'],
  ] as const)('a credential until %s, revoked %s, is %s', (notAfter, revokedAt, state) => {
    const row = { id: '1', type: 'token', createTime: '', lastUsedAt: null, lastIp: null, notAfter, revokedAt }
    expect(credentialState(row, parseGmt8('2026-11-21 10:42:18') ?? 0)).toBe(state)
  })
})
