import { distanceKm } from '@natim/domain/distance'
import { metricByCode } from '@natim/domain/metrics'
import { AGREE_WITHIN_KM, AGREE_WITHIN_MS, readToldEvent } from '@natim/domain/nbc/told'
import { calendarDayGmt8, DAY_MS, HOUR_MS } from '@natim/domain/time'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { type Directory, loadDirectory } from '../live/index.ts'
import { appendStep, updateEvent } from './event.repository.ts'
import {
  type AlarmRow,
  findUntaken,
  findUntakenAlarms,
  insertEvent,
  linkAlarms,
  lockOpen,
  lockTaking,
  nextSeq,
  type OpenEvent,
  type ToldRow,
} from './take.repository.ts'
import { windAt } from './wind.ts'

const EVERY_MS = 3_000
/** How far back messages are processed after downtime. */
const BACK_MS = 7 * DAY_MS
/** Alarms and neighbouring detections are matched to an event within this time. */
const OPEN_MS = 2 * HOUR_MS
const SYSTEM_ACTOR = { actor: 'system', actorName: '系统' } as const

/**
 * Creates events from device reports and alarms, once each. Any number of processes may run it: the database serializes
 * them.
 */
export function startNbcWorker({
  db,
  log,
  clock = systemClock,
}: {
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
}): () => Promise<void> {
  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'nbc events are taken in a moment' }, () =>
    takeNbcEvents(db, clock.now()),
  ).stop
}

/** One pass over new reports and alarms; also called by tests. @returns number of events created */
export function takeNbcEvents(db: Db, nowMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockTaking(trx)
    const since = new Date(nowMs - BACK_MS)
    const [told, alarms] = [await findUntaken(trx, since), await findUntakenAlarms(trx, since)]
    const open = new Date(nowMs - OPEN_MS)
    // The directory is large, so it is loaded only when needed.
    let directory: Promise<Directory> | undefined
    const network = () => (directory ??= loadDirectory(trx))
    for (const row of told) await takeTold(trx, row, await network())
    for (const row of alarms) await takeAlarm(trx, row, await network())
    await linkAlarms(trx, open)
    await corroborate(trx, await lockOpen(trx, open), network, nowMs)
    return told.length + alarms.length
  })
}

interface Seen {
  readonly deviceNo: number
  readonly deviceId: string
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly ts: Date
  readonly type: 'rad' | 'chem' | 'bio'
}

async function seenColumns(
  trx: Tx,
  { ts, deviceNo, deviceId, regionCode, sysOrgCode, type }: Seen,
  network: Directory,
) {
  const day = calendarDayGmt8(ts.getTime())
  const device = network.deviceByNo.get(deviceNo)
  const place =
    device?.lng != null && device.lat != null
      ? await windAt(trx, network, { lng: device.lng, lat: device.lat }, ts.getTime())
      : null
  return {
    id: newId(),
    day,
    seq: await nextSeq(trx, day),
    type,
    deviceId,
    deviceNo,
    regionCode,
    sysOrgCode,
    ts,
    met: place && JSON.stringify(place),
  }
}

async function takeTold(trx: Tx, row: ToldRow, network: Directory): Promise<void> {
  const { isotopes, ...read } = readToldEvent(row.level, row.data)
  const event = {
    ...(await seenColumns(trx, row, network)),
    ...read,
    source: 'device' as const,
    eventKey: row.key,
    isotopes: JSON.stringify(isotopes),
    told: JSON.stringify(row.data),
  }
  if (await insertEvent(trx, event)) await detected(trx, event.id, row.ts, `设备上报 nbc.${row.type}`)
}

async function takeAlarm(trx: Tx, row: AlarmRow, network: Directory): Promise<void> {
  const metric = metricByCode(row.metricCode)
  const event = {
    ...(await seenColumns(trx, row, network)),
    source: 'alarm' as const,
    alarmId: row.id,
    level: Math.min(row.severity, row.targetSeverity ?? row.severity),
    value: row.value,
    unit: metric?.unit ?? null,
  }
  if (await insertEvent(trx, event))
    await detected(trx, event.id, row.ts, `报警规则：${metric?.nameCn ?? row.metricCode}`)
}

const detected = (trx: Tx, eventId: string, ts: Date, note: string) =>
  appendStep(trx, { eventId, ts, ...SYSTEM_ACTOR, action: 'detect', toState: 'detected', note })

/**
 * Upgrades events that are corroborated by another detector of the same type nearby, or whose alarm has been confirmed.
 */
async function corroborate(
  trx: Tx,
  events: readonly OpenEvent[],
  network: () => Promise<Directory>,
  nowMs: number,
): Promise<void> {
  const waiting = events.filter(({ corroborated }) => !corroborated)
  if (waiting.length === 0 || (events.length === 1 && !waiting.some(({ isAgreed }) => isAgreed))) return
  const { deviceByNo } = await network()
  const placeOf = ({ deviceNo }: OpenEvent) => {
    const device = deviceByNo.get(deviceNo)
    return device?.lng != null && device.lat != null ? { lng: device.lng, lat: device.lat } : undefined
  }
  const agrees = (one: OpenEvent, other: OpenEvent) => {
    if (one.deviceNo === other.deviceNo || one.type !== other.type) return false
    if (Math.abs(one.ts.getTime() - other.ts.getTime()) > AGREE_WITHIN_MS) return false
    const [here, there] = [placeOf(one), placeOf(other)]
    return here !== undefined && there !== undefined && distanceKm(here, there) <= AGREE_WITHIN_KM
  }
  for (const event of waiting) {
    const other = events.find((one) => agrees(event, one))
    if (other === undefined && !event.isAgreed) continue
    await updateEvent(trx, event, { corroborated: true })
    const by = other && deviceByNo.get(other.deviceNo)?.name
    await appendStep(trx, {
      eventId: event.id,
      ts: new Date(nowMs),
      ...SYSTEM_ACTOR,
      action: 'corroborate',
      note: by === undefined ? '报警已印证或核实' : `${AGREE_WITHIN_KM} km 内另一台设备同时探测到：${by}`,
    })
  }
}
