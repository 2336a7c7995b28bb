import type { DeviceStatus } from '@natim/contract/dict'
import { isInService } from '@natim/domain/device-status'
import { element } from '@natim/domain/element'
import { bucketEnd, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Directory, HourCount, Network } from '../live/index.ts'
import { findStatusChanges, type StatusChange, statusSpans, timeInStatus } from '../overview/index.ts'
import { findHourlyCounts } from './hours.repository.ts'
import { createRefreshing } from './refreshing.ts'

/** Clock hours shown on a dashboard; the last one is the current one. */
export const HOURS = 24

/** Ends of the 24 clock hours, oldest first, epoch ms; the last one lies ahead of `nowMs`. */
export function hourEnds(nowMs: number): number[] {
  const running = bucketEnd(nowMs, HOUR_MS)
  return Array.from({ length: HOURS }, (_, index) => running - (HOURS - 1 - index) * HOUR_MS)
}

/** Status time of one device by clock hour, aligned with {@link hourEnds}. */
export interface StatusHours {
  readonly onlineMs: Float64Array
  readonly inServiceMs: Float64Array
}

/** The last 24 h of every device as stored. */
export interface DayHistory {
  readonly changesOf: (deviceNo: number) => readonly StatusChange[]
  readonly statusHoursOf: (deviceNo: number) => StatusHours | undefined
  readonly countOf: (deviceNo: number, hourEndMs: number) => HourCount | undefined
}

const EMPTY_DAY: DayHistory = { changesOf: () => [], statusHoursOf: () => undefined, countOf: () => undefined }

type CountsByDevice = ReadonlyMap<number, ReadonlyMap<number, HourCount>>

interface StatusDay {
  readonly changes: ReadonlyMap<number, readonly StatusChange[]>
  readonly hours: ReadonlyMap<number, StatusHours>
}

export interface DayHistoryDeps {
  readonly db: Db
  readonly network: Network
  readonly clock: Clock
}

/** Loads the day on demand, for all devices at once; every scope uses a part of it. */
export function createDayHistory({ db, network, clock }: DayHistoryDeps): () => Promise<DayHistory> {
  const counts = createRefreshing(
    async () => readCounts(db, await network.fresh(), clock.now()),
    { freshMs: MINUTE_MS, staleMs: 5 * MINUTE_MS },
    clock.now,
  )
  const status = createRefreshing(
    async () => readStatusDay(db, network, await network.fresh(), clock.now()),
    { freshMs: 5_000, staleMs: 15_000 },
    clock.now,
  )
  return async () => {
    // A history cached for an empty network would be shown for minutes after its devices were added.
    const { devices } = await network.fresh()
    if (devices.length === 0) return EMPTY_DAY
    const [byDevice, day] = await Promise.all([counts(), status()])
    return {
      changesOf: (deviceNo) => day.changes.get(deviceNo) ?? [],
      statusHoursOf: (deviceNo) => day.hours.get(deviceNo),
      countOf: (deviceNo, hourEndMs) => byDevice.get(deviceNo)?.get(hourEndMs),
    }
  }
}

async function readCounts(db: Db, directory: Directory, nowMs: number): Promise<CountsByDevice> {
  const channels = directory.devices.flatMap((device) => device.channels)
  const toMs = bucketEnd(nowMs, HOUR_MS)
  const columns = await findHourlyCounts(db, channels, toMs - DAY_MS, toMs)
  const byDevice = new Map<number, Map<number, HourCount>>()
  for (const [index, deviceNo] of columns.deviceNos.entries()) {
    const hours = byDevice.get(deviceNo) ?? new Map<number, HourCount>()
    byDevice.set(deviceNo, hours)
    hours.set(element(columns.hourMs[index]), {
      n: element(columns.n[index]),
      valid: element(columns.nValid[index]),
    })
  }
  return byDevice
}

async function readStatusDay(db: Db, network: Network, directory: Directory, nowMs: number): Promise<StatusDay> {
  const ends = hourEnds(nowMs)
  const sinceMs = element(ends[0]) - HOUR_MS
  const rows = await findStatusChanges(
    db,
    directory.devices.map((device) => device.deviceNo),
    sinceMs,
  )
  const changes = new Map<number, StatusChange[]>()
  for (const row of rows) {
    const held = changes.get(row.deviceNo)
    if (held) held.push(row)
    else changes.set(row.deviceNo, [row])
  }
  const hours = directory.devices.map((device) => {
    const current = network.state.statusOf(device)
    return [device.deviceNo, toStatusHours(changes.get(device.deviceNo) ?? [], current, ends, nowMs)] as const
  })
  return { changes, hours: new Map(hours) }
}

function toStatusHours(
  changes: readonly StatusChange[],
  current: DeviceStatus,
  ends: readonly number[],
  nowMs: number,
): StatusHours {
  const spans = statusSpans(changes, current, element(ends[0]) - HOUR_MS, nowMs)
  const during = (accepts: (status: DeviceStatus) => boolean) =>
    Float64Array.from(ends, (endMs) => timeInStatus(spans, endMs - HOUR_MS, endMs, accepts))
  return { onlineMs: during((status) => status === 'online'), inServiceMs: during(isInService) }
}
