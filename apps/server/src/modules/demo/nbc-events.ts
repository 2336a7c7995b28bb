import type { NbcState } from '@natim/domain/nbc/event'
import { readToldEvent } from '@natim/domain/nbc/told'
import { calendarDayGmt8, DAY_MS, formatGmt8, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { History } from './history.ts'
import {
  findOfficers,
  findRadiationAlarms,
  insertDemoDrill,
  insertDemoEvent,
  insertTold,
  type NbcDeviceRow,
  type NewDemoEvent,
  type NewDemoReport,
  type NewDemoStep,
} from './nbc.repository.ts'

import { type Kind, SCRIPTS, type Script } from './nbc-events.data.ts'

interface Officer {
  readonly username: string
  readonly realname: string
}
const DRILL_DAYS_AGO = 3
const DRILL_MS = 40 * MINUTE_MS
const RAIN_BACK_MS = 8 * DAY_MS

/** Events in every state, the device messages behind them, the radiation false alarm, and a past drill. */
export async function loadNbcEvents(
  db: Db,
  devices: readonly NbcDeviceRow[],
  { untilMs }: Pick<History, 'untilMs'>,
): Promise<void> {
  const [first, second] = await findOfficers(db)
  if (first === undefined || second === undefined) return
  const people = [first, second] as const
  await loadTold(db, devices, untilMs)
  for (const script of SCRIPTS) await loadScript(db, devices, script, people, untilMs)
  await loadRadiation(db, devices, first, untilMs)
  await loadDrill(db, devices, people, untilMs)
}

const nth = (devices: readonly NbcDeviceRow[], kind: Kind, index: number) =>
  devices.filter((one) => one.kind === kind)[index]
const keyOf = (index: number) => Buffer.from(`demo-nbc-${index}`)

function toldRow(device: NbcDeviceRow, tsMs: number, type: string, level: number | null, data: object, key: Buffer) {
  return {
    deviceId: device.deviceNo,
    ts: new Date(tsMs),
    rx: new Date(tsMs),
    key,
    kind: 'event',
    type,
    level,
    data: JSON.stringify(data),
  }
}

/** Detector readings, and the sampler and laboratory results that followed. */
async function loadTold(db: Db, devices: readonly NbcDeviceRow[], nowMs: number): Promise<void> {
  const detections = SCRIPTS.flatMap(({ kind, index, agoMs, level, data }, i) => {
    const device = nth(devices, kind, index)
    return device ? [toldRow(device, nowMs - agoMs, `nbc.${kind}`, level, data, keyOf(i))] : []
  })
  const sampled = nth(devices, 'bio', 4)
  const followUps = sampled
    ? [
        toldRow(
          sampled,
          nowMs - 5 * HOUR_MS + MINUTE_MS,
          'bio.sampler',
          null,
          { state: 'start' },
          Buffer.from('demo-s1'),
        ),
        toldRow(sampled, nowMs - 4.5 * HOUR_MS, 'bio.sampler', null, { state: 'full' }, Buffer.from('demo-s2')),
        toldRow(sampled, nowMs - HOUR_MS, 'bio.pcr', null, { target: '炭疽芽孢杆菌' }, Buffer.from('demo-s3')),
      ]
    : []
  await insertTold(db, [...detections, ...followUps])
}

const SYSTEM = { actor: 'system', actorName: '系统' } as const
const by = ({ username, realname }: Officer) => ({ actor: username, actorName: realname })

async function loadScript(
  db: Db,
  devices: readonly NbcDeviceRow[],
  script: Script,
  [first, second]: readonly [Officer, Officer],
  nowMs: number,
): Promise<void> {
  const device = nth(devices, script.kind, script.index)
  if (device === undefined) return
  const { course, reason } = script
  const tsMs = nowMs - script.agoMs
  const [words = '', more = ''] = script.words
  const at = (minutes: number) => new Date(Math.min(nowMs, tsMs + minutes * MINUTE_MS))
  const steps: NewDemoStep[] = [
    { ts: new Date(tsMs), ...SYSTEM, action: 'detect', toState: 'detected', note: `设备上报 nbc.${script.kind}` },
  ]
  const decided = (from: NbcState, to: NbcState, minutes: number, who: Officer, note: string) =>
    steps.push({ ts: at(minutes), ...by(who), action: 'decide', fromState: from, toState: to, note })
  if (course === 'rejected') decided('detected', 'rejected', 45, first, words)
  if (course === 'proposed')
    steps.push({ ts: at(30), ...by(first), action: 'propose', fromState: 'detected', toState: 'rejected', note: words })
  if (course === 'local_confirmed' || course === 'lab_confirmed')
    decided('detected', 'local_confirmed', 35, first, words)
  if (course === 'lab_confirmed') decided('local_confirmed', 'lab_confirmed', 300, second, more)
  const { isotopes, ...told } = readToldEvent(script.level, script.data)
  const id = newId()
  const event: NewDemoEvent = {
    ...placed(device, tsMs),
    ...told,
    id,
    source: 'device',
    eventKey: keyOf(SCRIPTS.indexOf(script)),
    isotopes: JSON.stringify(isotopes),
    told: JSON.stringify(script.data),
    met: JSON.stringify({
      fromDeg: 40 * (script.index % 9),
      speedMs: 1.6 + (script.index % 5),
      stationName: '就近气象站',
      distanceKm: 4.2,
      tsMs: tsMs - 3 * MINUTE_MS,
    }),
    state: course === 'proposed' ? 'detected' : course,
    rejectReason: course === 'rejected' ? (reason ?? null) : null,
    version: steps.length,
    ...(course === 'proposed' && {
      proposedTo: 'rejected',
      proposedBy: first.username,
      proposedName: first.realname,
      proposedAt: at(30),
      proposedNote: words,
      proposedReason: reason ?? null,
    }),
  }
  const reports = course === 'lab_confirmed' ? reportsOf(id, tsMs, first, second) : []
  await db.transaction().execute((trx) => insertDemoEvent(trx, event, steps, reports))
}

const placed = ({ id, deviceNo, kind, regionCode, sysOrgCode }: NbcDeviceRow, tsMs: number) => ({
  day: calendarDayGmt8(tsMs),
  seq: 0,
  type: kind,
  deviceId: id,
  deviceNo,
  regionCode,
  sysOrgCode,
  ts: new Date(tsMs),
})

function sentBodies(tsMs: number, first: Officer, second: Officer) {
  const clock = (minutes: number) => formatGmt8(tsMs + minutes * MINUTE_MS)
  return [
    [
      1,
      20,
      first,
      {
        observer: '园区应急二组',
        observedAt: clock(8),
        place: '冷库东门',
        description: '报警器 3 格，有刺激性气味',
        agentClass: 'tic',
      },
    ],
    [
      2,
      60,
      first,
      {
        basis: '检测管与手持 PID',
        agentClass: 'tic',
        agentName: '氨',
        confidencePct: 85,
        assessment: '冷库氨泄漏，范围有限',
      },
    ],
    [
      4,
      150,
      second,
      {
        surveyedAt: clock(120),
        team: '环境监测站',
        method: '走航与检测管',
        results: '厂界外未检出',
        maxValue: 18,
        unit: 'ppm',
      },
    ],
  ] as const
}

function reportsOf(eventId: string, tsMs: number, first: Officer, second: Officer): NewDemoReport[] {
  const sent = sentBodies(tsMs, first, second).map(([kind, minutes, who, body]): NewDemoReport => {
    const sentAt = new Date(tsMs + minutes * MINUTE_MS)
    const author = { author: who.username, authorName: who.realname, createTime: sentAt }
    return {
      id: newId(),
      eventId,
      kind,
      seq: 1,
      body: JSON.stringify(body),
      status: 'sent',
      ...author,
      sentBy: who.username,
      sentName: who.realname,
      sentAt,
    }
  })
  const draft: NewDemoReport = {
    id: newId(),
    eventId,
    kind: 6,
    seq: 1,
    body: JSON.stringify({ course: '冷库阀门泄漏约 40 分钟，关阀后恢复。', conclusion: '一般泄漏事件，无人员伤害。' }),
    author: second.username,
    authorName: second.realname,
    createTime: new Date(tsMs + DAY_MS),
  }
  return [...sent, draft]
}

/** domain §11 (3): rain over Zhejiang and one broken counter, excluded by an officer when the alarms were closed. */
async function loadRadiation(db: Db, devices: readonly NbcDeviceRow[], officer: Officer, nowMs: number): Promise<void> {
  const alarms = await findRadiationAlarms(db, new Date(nowMs - RAIN_BACK_MS))
  for (const alarm of alarms) {
    const device = devices.find(({ id }) => id === alarm.deviceId)
    if (device === undefined) continue
    const tsMs = alarm.triggerTs.getTime()
    const note = alarm.closeNote ?? ''
    const event: NewDemoEvent = {
      ...placed(device, tsMs),
      id: newId(),
      source: 'alarm',
      alarmId: alarm.id,
      level: alarm.severityMax,
      value: alarm.value,
      unit: 'µSv/h',
      state: 'rejected',
      rejectReason: alarm.closeCode,
      version: 2,
    }
    await db.transaction().execute((trx) =>
      insertDemoEvent(
        trx,
        event,
        [
          { ts: alarm.triggerTs, ...SYSTEM, action: 'detect', toState: 'detected', note: '报警规则：周围剂量当量率' },
          {
            ts: alarm.closedTs ?? new Date(tsMs + HOUR_MS),
            ...by(officer),
            action: 'decide',
            fromState: 'detected',
            toState: 'rejected',
            note,
          },
        ],
        [],
      ),
    )
  }
}

/** The chemical drill of domain §11 (5): two detectors, fully handled, without external notification. */
async function loadDrill(
  db: Db,
  devices: readonly NbcDeviceRow[],
  [first, second]: readonly [Officer, Officer],
  nowMs: number,
): Promise<void> {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS - DRILL_DAYS_AGO * DAY_MS + 90 * MINUTE_MS
  const drillId = newId()
  const startedAt = new Date(startMs)
  const drill = { id: drillId, title: '化学毒剂联合演练', startedBy: first.username, startedName: first.realname }
  await insertDemoDrill(db, { ...drill, sysOrgCode: 'A01', startedAt, untilAt: new Date(startMs + DRILL_MS) })
  for (const [rank, device] of devices
    .filter(({ kind }) => kind === 'chem')
    .slice(0, 2)
    .entries()) {
    const tsMs = startMs + (2 + 4 * rank) * MINUTE_MS
    const at = (minutes: number) => new Date(tsMs + minutes * MINUTE_MS)
    const event: NewDemoEvent = {
      ...placed(device, tsMs),
      id: newId(),
      source: 'drill',
      drillId,
      level: 2,
      agentClass: 'nerve',
      bars: 4 - rank,
      state: 'lab_confirmed',
      version: 3,
    }
    const decided = { action: 'decide', toState: 'local_confirmed' } as const
    await db.transaction().execute((trx) =>
      insertDemoEvent(
        trx,
        event,
        [
          { ts: new Date(tsMs), ...by(first), action: 'detect', toState: 'detected', note: '演练：放样，检验报送流程' },
          { ts: at(10), ...by(second), ...decided, fromState: 'detected', note: '复核组到场，样品阳性' },
          {
            ts: at(25),
            ...by(first),
            ...decided,
            fromState: 'local_confirmed',
            toState: 'lab_confirmed',
            note: '模拟送检确证',
          },
        ],
        [],
      ),
    )
  }
}
