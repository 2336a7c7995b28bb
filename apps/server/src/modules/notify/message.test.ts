import { describe, expect, it } from 'vitest'
import type { ToldAlarm } from './delivery.repository.ts'
import { alarmMessage, digestMessage, historicMessage, htmlOf, priorityOf, testMessage } from './message.ts'

const at = (clockTime: string) => new Date(`2026-11-21T${clockTime}+08:00`)
const told = (given: Partial<ToldAlarm> = {}): ToldAlarm => ({
  foldedInto: null,
  parentSeverity: null,
  id: 'alarm-1',
  no: 'A-1',
  ruleId: 'rule-1',
  deviceId: 'device-1',
  channelNo: 7,
  title: '氯气超 AEGL-2',
  severity: 2,
  triggerTs: at('10:00:05'),
  value: 2.5,
  unit: 'ppm',
  limitText: '≥ 2 ppm',
  metricCode: 'cl2',
  regionCode: '320500',
  sysOrgCode: 'A01',
  acked: false,
  closedTs: null,
  shelvedUntil: null,
  drill: false,
  deviceName: '氯气探头',
  stationName: '化工园区',
  ...given,
})

describe('a message about one alarm', () => {
  it.each([
    ['raise', 0, '新报警，编号 A-1'],
    ['up', 0, '级别升高，编号 A-1'],
    ['reopen', 0, '再次触发，编号 A-1'],
    ['escalate', 0, '无人确认，升级通知，编号 A-1'],
    ['raise', 2, '重复提醒，第 2 次，编号 A-1'],
    ['escalate', 1, '重复提醒，第 1 次，编号 A-1'],
  ])('of kind %s in round %i begins with %s', (kind, round, line) => {
    expect(alarmMessage('m', told(), kind, round).lines[0]).toBe(line)
  })

  it('gives place, value, limit and time', () => {
    const { title, lines, path, severity } = alarmMessage('m', told(), 'raise', 0)
    expect(title).toMatch(/^【2 级 .+】氯气超 AEGL-2$/)
    expect(lines.slice(1)).toEqual(['化工园区 · 氯气探头', '2.5 ppm，限值 ≥ 2 ppm', '触发时间 2026-11-21 10:00:05'])
    expect([decodeURIComponent(path), severity]).toEqual(['/mon/alarm/list?~={"alarm":"alarm-1"}', 2])
  })

  it.each([
    ['no value', { value: null }, '限值 ≥ 2 ppm'],
    ['the state of a device', { value: null, unit: null, limitText: '离线' }, '离线'],
    ['an event', { value: null, unit: null, limitText: 'nbc.chem' }, '化学毒剂'],
    ['no limit', { limitText: null }, '2.5 ppm'],
    ['no unit', { unit: null, limitText: null }, '2.5'],
    ['a value of zero', { value: 0, limitText: null }, '0 ppm'],
  ] as const)('[BZ-20] with %s leaves out what is unknown', (_what, given, line) => {
    expect(alarmMessage('m', told(given), 'raise', 0).lines[2]).toBe(line)
  })

  it('has no empty lines', () => {
    const nothing = { value: null, limitText: null, stationName: null, deviceName: null } as const
    expect(alarmMessage('m', told(nothing), 'raise', 0).lines).toHaveLength(2)
    expect(alarmMessage('m', told({ stationName: null }), 'raise', 0).lines[1]).toBe('氯气探头')
  })
})

describe('a digest', () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) =>
      told({ id: `a${i}`, severity: 4, title: `第 ${i} 条`, triggerTs: at(`10:${10 + i}:00`) }),
    )

  it('begins with the most severe alarm, then the newest, in any input order', () => {
    const { title, lines, severity, alarms } = digestMessage('m', [...many(2), told({ severity: 1, title: '最重' })])
    expect(severity).toBe(1)
    expect(title).toMatch(/^【汇总】3 条报警通知，最高 1 级/)
    expect(lines.map((line) => /最重|第 \d 条/.exec(line)?.[0])).toEqual(['最重', '第 1 条', '第 0 条'])
    expect(alarms.map(({ id }) => id)).toEqual(['alarm-1', 'a1', 'a0'])
  })

  it('lists ten alarms and counts the others', () => {
    expect(digestMessage('m', many(10)).lines).toHaveLength(10)
    const { lines, alarms } = digestMessage('m', many(12))
    expect([lines.length, lines.at(-1), alarms.length]).toEqual([11, '另有 2 条，请在报警中心查看', 12])
  })
})

describe('alarms raised by late data', () => {
  const late = (n: number) =>
    Array.from({ length: n }, (_, i) => told({ severity: 4, stationName: `站${i}`, triggerTs: at(`0${i}:00:59`) }))

  it('have the highest severity, the time range, and a link to exactly these alarms', () => {
    const { severity, lines, path } = historicMessage('m', 'digest-1', [
      ...late(2),
      told({ severity: 3, stationName: '站0' }),
    ])
    expect(severity).toBe(3)
    expect(lines.slice(0, 2)).toEqual(['触发时间 2026-11-21 00:00 至 2026-11-21 10:00', '站点 站0、站1'])
    expect(decodeURIComponent(path)).toContain('{"filters":{"view":"all","digestId":"digest-1"}}')
  })

  it('name a single minute once, at most five stations, and the device or number without a station', () => {
    expect(historicMessage('m', 'd', late(1)).lines[0]).toBe('触发时间 2026-11-21 00:00')
    expect(historicMessage('m', 'd', late(5)).lines[1]).toBe('站点 站0、站1、站2、站3、站4')
    expect(historicMessage('m', 'd', late(6)).lines[1]).toBe('站点 站0、站1、站2、站3、站4 等 6 个')
    expect(historicMessage('m', 'd', [told({ stationName: null })]).lines[1]).toBe('站点 氯气探头')
    expect(historicMessage('m', 'd', [told({ stationName: null, deviceName: null })]).lines[1]).toBe('站点 A-1')
  })
})

it('priority is high at severity 1, medium at 2 and 3, low below', () => {
  expect([1, 2, 3, 4, 5].map(priorityOf)).toEqual(['H', 'M', 'M', 'L', 'L'])
})

it('names of devices and policies are escaped', () => {
  expect(htmlOf(alarmMessage('m', told({ deviceName: '<img>' }), 'raise', 0))).not.toContain('<img>')
  expect(htmlOf(testMessage('m', '<i>夜班</i>', 0))).not.toContain('<i>')
})
