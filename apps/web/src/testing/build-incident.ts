import type { IncidentDetail, IncidentEntry, IncidentRow } from '@natim/contract/mon/incident'
import { MINUTE_MS } from '@natim/domain/time'
import { buildAlarm } from './build-alarm.ts'

/** 园区氯气泄漏, started eleven minutes ago. */
export const buildIncident = (overrides: Partial<IncidentRow> = {}): IncidentRow => ({
  id: 'i1',
  no: 'INC20261121-03',
  title: '江北新区化工园区氯气泄漏',
  type: 'chem',
  type_dictText: '化学',
  level: 2,
  level_dictText: 'Ⅱ 级',
  status: 'open',
  status_dictText: '处置中',
  leadName: '周海宁',
  regionCode: '320100',
  regionText: '江苏 南京',
  startMs: Date.now() - 11 * MINUTE_MS,
  closedMs: null,
  drill: false,
  alarmCount: 1,
  unackedCount: 1,
  version: 1,
  ...overrides,
})

const entry = (seq: number, kind: IncidentEntry['kind'], text: string, given: Partial<IncidentEntry> = {}) => ({
  seq,
  tsMs: Date.now() - (10 - seq) * MINUTE_MS,
  kind,
  kind_dictText: { note: '备注', action: '动作', measure: '措施', alarm: '报警' }[kind],
  text,
  authorName: '周海宁',
  alarmId: null,
  corrects: null,
  ...given,
})

/** With one alarm, and a corrected note. */
export const buildIncidentDetail = (overrides: Partial<IncidentRow> = {}): IncidentDetail => ({
  incident: buildIncident(overrides),
  entries: [
    entry(3, 'note', '改为 2# 罐组', { corrects: 2 }),
    entry(2, 'note', '3# 罐组异味'),
    entry(1, 'alarm', 'A20261121-000123 氯气 60 min 均值超 AEGL-2 转入事件', { alarmId: '123' }),
  ],
  alarms: [buildAlarm({ incidentId: 'i1', incidentNo: 'INC20261121-03' })],
})
