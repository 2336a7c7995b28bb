import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import type { RuleInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import { pastStatus } from './past-alarm-of.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
const rule: RuleInForce = {
  id: 'r',
  code: 'R-0007',
  name: '设备离线',
  version: 1,
  body: {
    place: 'public',
    scope: {},
    branches: [{ type: 'status', severity: 5, statuses: ['offline'], forS: 600, clearForS: 60 }],
    autoClear: true,
    latch: true,
  },
  guide: null,
  checklist: [],
}
const device: DeviceEntry = {
  id: 'd1',
  deviceNo: 1,
  clientId: 'AT-1',
  name: '1# 监测仪',
  kind: 'air',
  modelId: 'm1',
  tags: [],
  regionCode: '320100',
  sysOrgCode: 'A01',
  lng: null,
  lat: null,
  station: null,
  isRetired: false,
  gatewayId: null,
  channels: [],
  expectedPerHour: 0,
}

/** Offline since an hour ago, with an officer acting so long after the alarm. */
const handledAfter = (afterMs: number) => {
  const handling = { username: 'zhou', name: '周海宁', afterMs, note: '已联系站点', closeCode: 'device' } as const
  const fellMs = NOW - HOUR_MS
  const [alarm] = pastStatus({ rule, device, status: 'offline', fellMs, backMs: null, nowMs: NOW, handling })
  return { row: alarm?.row, actions: alarm?.entries.map(({ action }) => action) }
}

describe('an alarm of the past', () => {
  it('includes what an officer did by then', () => {
    const { row, actions } = handledAfter(30 * MINUTE_MS)
    expect(row).toMatchObject({ acked: true, ackBy: 'zhou', active: true })
    expect(actions).toEqual(['raise', 'ack'])
  })

  it('excludes what an officer does later', () => {
    const { row, actions } = handledAfter(55 * MINUTE_MS)
    expect(row).toMatchObject({ acked: false, active: true })
    expect(row).not.toHaveProperty('ackBy')
    expect(actions).toEqual(['raise'])
  })
})
