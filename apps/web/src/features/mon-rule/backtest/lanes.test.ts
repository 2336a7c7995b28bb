import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { findingOf, lanesOf, midnightsOf } from './lanes.ts'
import { differencesOf } from './rule-diff.ts'

const alarm = (
  deviceId: string,
  change: SimulatedAlarm['change'],
  closeCode: string | null = null,
): SimulatedAlarm => ({
  deviceId,
  deviceName: `${deviceId}#`,
  stationName: '园区',
  channelNo: 1,
  childCount: 0,
  isFolded: false,
  severity: 3,
  triggerMs: 0,
  endMs: null,
  value: 1,
  limitText: 'AEGL-1',
  change,
  reality: closeCode === null ? null : { alarmId: 'a', no: 'A', acked: true, closeCode },
})

describe('the finding', () => {
  const alarms = [alarm('1', 'same'), alarm('1', 'new'), alarm('2', 'gone', 'false'), alarm('2', 'gone')]

  const toMs = parseGmt8('2026-11-27 16:40:00') ?? 0
  const days = (count: number) => ({ fromMs: toMs - count * DAY_MS, toMs })

  it('says from when on there are samples, where the earlier ones are gone', () => {
    const sinceMs = toMs - DAY_MS
    expect(findingOf({ fired: 2, firedBefore: 2, alarms: [], sinceMs }, days(7))).toEqual({
      title: '11-26 16:40 以来会触发 2 次',
      meta: '更早没有样本，未判定；与已保存的版本相同',
    })
    expect(findingOf({ fired: 0, firedBefore: null, alarms: [], sinceMs }, days(1)).title).toBe('过去 1 天不会触发')
  })

  it('states how often it fires, and the difference', () => {
    expect(findingOf({ fired: 2, firedBefore: 3, alarms }, days(7))).toEqual({
      title: '过去 7 天会触发 2 次',
      meta: '比已保存的版本少 1 次：新增 1，不再触发 2（其中 1 次当时按误报关闭）',
    })
    expect(findingOf({ fired: 1, firedBefore: 1, alarms: [alarm('1', 'same')] }, days(7)).meta).toBe(
      '与已保存的版本相同',
    )
    expect(findingOf({ fired: 1, firedBefore: 1, alarms: [alarm('1', 'new'), alarm('1', 'gone')] }, days(7)).meta).toBe(
      '与已保存的版本次数相同：新增 1，不再触发 1',
    )
    const folded = [
      { ...alarm('1', 'same'), isFolded: true },
      { ...alarm('1', 'same'), childCount: 1 },
      { ...alarm('2', 'gone'), isFolded: true },
    ]
    expect(findingOf({ fired: 2, firedBefore: 3, alarms: folded }, days(7)).title).toBe(
      '过去 7 天会触发 2 次，其中 1 次合并为 1 起',
    )
    expect(findingOf({ fired: 0, firedBefore: null, alarms: [] }, days(30))).toEqual({
      title: '过去 30 天不会触发',
      meta: '',
    })
  })

  it('is drawn by device, busiest first, with both counts', () => {
    const lanes = lanesOf([alarm('9', 'same'), ...alarms])
    expect(lanes.map(({ name, before, now }) => [name, before, now])).toEqual([
      ['园区 1#', 1, 2],
      ['园区 2#', 2, 0],
      ['园区 9#', 1, 1],
    ])
  })
})

it('midnights are in GMT+8', () => {
  const from = parseGmt8('2026-11-14 10:00:00') ?? 0
  expect(midnightsOf(from, from + 2 * DAY_MS)).toEqual([
    parseGmt8('2026-11-15 00:00:00'),
    parseGmt8('2026-11-16 00:00:00'),
  ])
})

describe('differences of two versions', () => {
  const body: RuleBody = {
    place: 'public',
    scope: { metricCodes: ['cl2'] },
    branches: [{ type: 'threshold', severity: 3, op: '>=', value: 0.6, avgS: 60, forS: 60, clearForS: 60 }],
    autoClear: true,
    latch: true,
  }
  const [branch] = body.branches

  it('are listed item by item', () => {
    const after: RuleBody = {
      ...body,
      scope: { metricCodes: ['cl2'], regionPrefixes: ['32'] },
      branches: [
        { ...(branch as Extract<typeof branch, { type: 'threshold' }>), value: 0.5, forS: 300, clearValue: 0.45 },
      ],
      latch: false,
    }
    expect(differencesOf(body, after).map(({ item, from, to }) => [item, from, to])).toEqual([
      ['较大 · 条件', '1 min 均值 >= 0.6', '1 min 均值 >= 0.5'],
      ['较大 · 持续', '1 min', '5 min'],
      ['较大 · 恢复', '自动，1 min', '0.45，1 min'],
      ['作用范围', '全国，氯气：', '江苏，氯气：'],
      ['恢复后仍须确认', '是', '否'],
    ])
    expect(differencesOf(body, body)).toEqual([])
  })

  it('name added and removed branches', () => {
    const two: RuleBody = {
      ...body,
      branches: [...body.branches, { type: 'stuck', severity: 5, forS: 0, clearForS: 0 }],
    }
    expect(differencesOf(body, two)).toMatchObject([{ item: '提示 · 新增分支', from: '—', to: '数值僵死' }])
    expect(differencesOf(two, body)).toMatchObject([{ item: '提示 · 删除分支', from: '数值僵死', to: '—' }])
  })
})
