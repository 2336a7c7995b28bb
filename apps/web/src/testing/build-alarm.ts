import type { AlarmCounts, AlarmDetail, AlarmRow } from '@natim/contract/mon/alarm'

const MINUTE_MS = 60_000

/** Chlorine above AEGL-2 in Nanjing for eleven minutes, unacknowledged, with overrides. */
export function buildAlarm(overrides: Partial<AlarmRow> = {}): AlarmRow {
  const triggerMs = Date.now() - 11 * MINUTE_MS
  return {
    id: '123',
    no: 'A20261121-000123',
    state: 'unack',
    state_dictText: '未确认',
    severity: 2,
    severityMax: 2,
    title: '氯气 60 min 均值超 AEGL-2',
    ruleId: '31',
    ruleName: 'R-0031',
    ruleVersion: 7,
    deviceId: '71',
    deviceName: '江北 2# 氯气探测器',
    clientId: 'GT-320100-0071',
    channelNo: 711,
    stationId: '101',
    stationName: '南京 江北新区化工园区 2#',
    regionCode: '320100',
    regionText: '江苏省南京市',
    metricCode: 'cl2',
    metricName: '氯气',
    value: 2.31,
    limitValue: 2,
    limitText: 'AEGL-2',
    op: '>=',
    unit: 'ppm',
    precision: 2,
    peakValue: 2.46,
    peakMs: triggerMs + 6 * MINUTE_MS,
    triggerMs,
    raisedMs: triggerMs + 1_000,
    lastMs: Date.now() - 4_000,
    active: true,
    acked: false,
    ackName: null,
    ackMs: null,
    ackNote: null,
    assignee: null,
    assigneeName: null,
    shelvedUntilMs: null,
    shelveReason: null,
    clearedMs: null,
    clearReason: null,
    closedMs: null,
    closedName: null,
    closeCode: null,
    closeNote: null,
    reopenCount: 0,
    escalateLevel: 1,
    commentCount: 0,
    corroboration: 'confirmed',
    historic: false,
    doubtful: false,
    silent: false,
    drill: false,
    drillUntilMs: null,
    childCount: 0,
    parentId: null,
    parentNo: null,
    isFolded: false,
    incidentId: null,
    incidentNo: null,
    version: 3,
    ...overrides,
  }
}

/** The same alarm, acknowledged. */
export const ackedBy = (ackName: string, overrides: Partial<AlarmRow> = {}): AlarmRow =>
  buildAlarm({
    state: 'acked',
    state_dictText: '处置中',
    acked: true,
    ackName,
    ackMs: Date.now(),
    version: 4,
    ...overrides,
  })

export const buildCounts = (overrides: Partial<AlarmCounts> = {}): AlarmCounts => ({
  regionPrefixes: ['*'],
  unacked: [1, 2, 2, 0, 0],
  open: [1, 2, 5, 9, 14],
  shelved: 1,
  mine: 4,
  drills: { unacked: [0, 0, 0, 0, 0], open: 0 },
  ackMedianMs: 216_000,
  falseShare: 0.042,
  engineLagMs: 800,
  ...overrides,
})

/** Its detail: a curve around the trigger, four plan steps, three log lines. */
export function buildAlarmDetail(alarm: AlarmRow = buildAlarm(), overrides: Partial<AlarmDetail> = {}): AlarmDetail {
  const fromMs = alarm.triggerMs - 30 * MINUTE_MS
  const curve = Array.from({ length: 42 }, (_, index): [number, number] => [
    fromMs + index * MINUTE_MS,
    index < 15 ? 0.15 : Math.min(2.46, 0.15 + (index - 15) * 0.144),
  ])
  return {
    alarm,
    explanation:
      '氯气 60 min 滑动均值持续 2 min 不低于 AEGL-2（60 min）2.0 ppm。上风向江北 1# 同期升至 1.12 ppm，满足 2 取 1 印证。',
    guide: null,
    checklist: [
      { text: '核对上风向邻站与风向', done: true, byName: '周海宁', atMs: alarm.triggerMs + 9 * MINUTE_MS },
      { text: '电话联系园区值班室', done: false, byName: null, atMs: null },
      { text: '建议下风向 1 km 内人员就地避险', done: false, byName: null, atMs: null },
    ],
    log: [
      entry(1, alarm.triggerMs, 'system', '系统', 'raise', '控制台、短信 6 人'),
      entry(2, alarm.triggerMs + 5 * MINUTE_MS, 'system', '系统', 'escalate', '江苏省值班 顾明远', '1'),
      entry(3, alarm.triggerMs + 9 * MINUTE_MS, 'chenjiahe', '陈嘉禾', 'comment', '园区正在核实加氯间阀门'),
    ],
    isChainWhole: true,
    escalation: [{ step: 2, dueMs: Date.now() + 4 * MINUTE_MS, toRole: 'nat_duty', toRoleName: '国家值班' }],
    population5km: 86_400,
    judged: { avgS: 3_600, forS: 120, sinceMs: alarm.triggerMs - 120_000, samples: 360, limitSet: 'AEGL' },
    chart: {
      fromMs,
      toMs: alarm.triggerMs + 30 * MINUTE_MS,
      judged: curve,
      minutes: curve.map(([tsMs, value], index): [number, number] => [
        tsMs,
        index > 15 && index < 32 ? value * 4 : 0.3,
      ]),
      limits: [
        { name: 'AEGL-1', value: 0.5, severity: 3 },
        { name: 'AEGL-2', value: 2, severity: 2 },
      ],
    },
    ...overrides,
  }
}

const entry = (
  seq: number,
  ts: number,
  actor: string,
  actorName: string,
  action: string,
  note: string,
  to: string | null = null,
): AlarmDetail['log'][number] => ({ seq, ts, actor, actorName, action, from: null, to, note })
