import type { ReviewCell, ReviewChannel, ReviewDay, ReviewMonth } from '@natim/contract/mon/review'
import { MAX_REVIEWED_STATIONS } from '@natim/contract/mon/review'
import { NO_CAPTURE, sumCaptures } from '@natim/domain/capture'
import { QUALITY } from '@natim/domain/quality'
import { DAY_MS, MINUTE_MS, parseGmt8, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findChannels } from '../overview/index.ts'
import { type ChannelDay, loadCaptures } from './capture.ts'
import { hourlyMedians, loadDoubts, loadNeighbours, type ReviewedChannel } from './doubts.ts'
import { findDaysOf, findFigures, findGapTimes, findStaleDevices, findStationChannels } from './figures.repository.ts'
import { findMarks } from './mark-list.repository.ts'
import { type ReviewDay as DayRow, findReviewDays, findReviewLines, findStations } from './review-day.repository.ts'

const CITY_DIGITS = 4
const FOLLOWED_AFTER_MS = 2 * MINUTE_MS

/** Channels at stations, ordered by device; the caller has checked the stations. */
export async function loadChannels(
  db: Db,
  scope: DataScope,
  stationIds: readonly string[],
): Promise<ReviewedChannel[]> {
  const places = await findStationChannels(db, stationIds)
  const records = await findChannels(db, scope, { channelNos: places.map(({ channelNo }) => channelNo) })
  const byNo = new Map(records.map((record) => [record.channelNo, record]))
  return places.flatMap(({ channelNo, stationId, regionCode }) => {
    const record = byNo.get(channelNo)
    return record ? [{ ...record, stationId, city: regionCode.slice(0, CITY_DIGITS) }] : []
  })
}

interface Span {
  /** (afterMs, untilMs], whole GMT+8 days. */
  readonly afterMs: number
  readonly untilMs: number
  readonly nowMs: number
}

function monthSpan(month: string, nowMs: number): Span {
  const afterMs = parseGmt8(`${month}-01`) ?? nowMs
  const [year = 0, of = 0] = month.split('-').map(Number)
  const next = of === 12 ? `${year + 1}-01-01` : `${year}-${String(of + 1).padStart(2, '0')}-01`
  return { afterMs, untilMs: parseGmt8(next) ?? nowMs, nowMs }
}

/** Days of a span that have begun, by their ends. */
function endsOf({ afterMs, untilMs, nowMs }: Span): number[] {
  const ends: number[] = []
  for (let endMs = afterMs + DAY_MS; endMs <= untilMs && endMs - DAY_MS < nowMs; endMs += DAY_MS) ends.push(endMs)
  return ends
}

/** Station days of a month: review state, doubts and capture. */
export async function loadMonth(
  db: Db,
  scope: DataScope,
  { month, words = '', region = '' }: { month: string; words?: string | undefined; region?: string | undefined },
  nowMs: number,
): Promise<ReviewMonth> {
  const span = monthSpan(month, nowMs)
  const ends = endsOf(span)
  const all = await findStations(db, scope, { words: words.split(/\s+/).filter((word) => word !== ''), region })
  const stations = all.slice(0, MAX_REVIEWED_STATIONS)
  const channels = await loadChannels(
    db,
    scope,
    stations.map(({ id }) => id),
  )
  const [rows, neighbours, days] = await Promise.all([
    findFigures(db, 'mon_r1d', channels, span.afterMs, span.untilMs),
    loadNeighbours(db, channels, span.afterMs, span.untilMs),
    findReviewDays(
      db,
      stations.map(({ id }) => id),
      statDayGmt8(span.afterMs + 1),
      statDayGmt8(span.untilMs),
    ),
  ])
  const [captures, doubtsOf] = await Promise.all([
    loadCaptures(db, channels, rows, span),
    loadDoubts(db, channels, rows, neighbours),
  ])
  const capturesOf = groupBy(captures, ({ channelNo }) => channelNo)
  const channelsOf = groupBy(channels, ({ stationId }) => stationId)
  const stateOf = new Map(days.map((day) => [`${day.stationId} ${day.day}`, day]))
  return {
    month,
    nowMs,
    isCut: all.length > stations.length,
    stations: stations
      .filter(({ id }) => channelsOf.has(id))
      .map(({ id, name, regionCode }) => {
        const own = channelsOf.get(id) ?? []
        const parts = own.flatMap(({ channelNo }) => capturesOf.get(channelNo) ?? [])
        const byEnd = groupBy(parts, ({ endMs }) => endMs)
        return {
          stationId: id,
          name,
          regionCode,
          capture: sumCaptures(parts.map((part) => part.capture)),
          cells: ends.map((endMs): ReviewCell => {
            const day = statDayGmt8(endMs)
            return {
              ...standing(day, stateOf.get(`${id} ${day}`)),
              doubts: own.reduce((sum, { channelNo }) => sum + doubtsOf(channelNo, endMs).length, 0),
              hasData: (byEnd.get(endMs) ?? []).some(({ row }) => (row?.n ?? 0) > 0),
            }
          }),
        }
      }),
  }
}

const standing = (day: string, row: DayRow | undefined) => ({
  day,
  state: row?.state ?? 'auto',
  version: row?.version ?? 0,
})

async function findStation(db: Db, scope: DataScope, stationId: string) {
  const [station] = await findStations(db, scope, { ids: [stationId] })
  if (!station) throw new AppError('row.not_found')
  return station
}

/** One day of a station: its channels with doubts, losses by cause, and decisions. */
export async function loadDay(
  db: Db,
  scope: DataScope,
  { stationId, day }: { stationId: string; day: string },
  nowMs: number,
): Promise<ReviewDay> {
  const station = await findStation(db, scope, stationId)
  const fromMs = parseGmt8(day) ?? nowMs
  const toMs = fromMs + DAY_MS
  const span: Span = { afterMs: fromMs, untilMs: toMs, nowMs }
  const channels = await loadChannels(db, scope, [stationId])
  const channelNos = channels.map(({ channelNo }) => channelNo)
  const deviceNos = [...new Set(channels.map(({ deviceNo }) => deviceNo))]
  const [entries, [row], lines, marks, gaps, stale] = await Promise.all([
    loadDayChannels(db, channels, span),
    findReviewDays(db, [stationId], day, day),
    findReviewLines(db, { stationId, day }),
    findMarks(db, scope, channelNos, fromMs, toMs),
    findGapTimes(db, channels, fromMs, Math.min(toMs, nowMs)),
    findStaleDevices(db, deviceNos, fromMs, toMs),
  ])
  const revised = marks.map(({ madeMs, undoneMs }) => undoneMs ?? madeMs)
  const revisedMs = revised.length === 0 ? null : Math.max(...revised)
  // The current day always has stale rollups.
  const isFollowing = revisedMs !== null && (toMs <= nowMs || nowMs - revisedMs < FOLLOWED_AFTER_MS)
  return {
    ...standing(day, row),
    stationId,
    stationName: station.name,
    fromMs,
    toMs,
    nowMs,
    reviewedBy: row?.reviewedName ?? null,
    reviewedMs: row?.reviewedAt?.getTime() ?? null,
    approvedBy: row?.approvedName ?? null,
    approvedMs: row?.approvedAt?.getTime() ?? null,
    capture: sumCaptures(entries.map(({ capture }) => capture)),
    gaps,
    channels: entries,
    marks: marks.map(({ bit, ...mark }) => ({ ...mark, isValid: bit === QUALITY.manuallyValid })),
    lines: lines.map(({ at, ...line }) => ({ ...line, atMs: at.getTime() })),
    isPending: isFollowing && stale.length > 0,
    revisedMs,
  }
}

async function loadDayChannels(db: Db, channels: readonly ReviewedChannel[], span: Span): Promise<ReviewChannel[]> {
  const { afterMs, untilMs } = span
  const cities = [...new Set(channels.map(({ city }) => city))]
  const metricCodes = [...new Set(channels.filter(({ agg }) => agg === 'avg').map(({ metricCode }) => metricCode))]
  const [rows, neighbours, hours] = await Promise.all([
    findFigures(db, 'mon_r1d', channels, afterMs, untilMs),
    loadNeighbours(db, channels, afterMs, untilMs),
    findDaysOf(db, cities, metricCodes, afterMs, untilMs, 'mon_r1h'),
  ])
  const [captures, doubtsOf] = await Promise.all([
    loadCaptures(db, channels, rows, span),
    loadDoubts(db, channels, rows, neighbours),
  ])
  const byNo = new Map(captures.map((part) => [part.channelNo, part]))
  const stationId = channels[0]?.stationId
  const others = groupBy(
    hours.filter((hour) => hour.stationId !== stationId),
    ({ metricCode }) => metricCode,
  )
  return channels.map((channel) => {
    const part: ChannelDay | undefined = byNo.get(channel.channelNo)
    return {
      channelNo: channel.channelNo,
      deviceId: channel.deviceId,
      deviceName: channel.deviceName,
      name: channel.alias ?? channel.metricName,
      metricCode: channel.metricCode,
      unit: channel.unit,
      precision: channel.precision,
      periodS: channel.periodS,
      value: part?.row?.value ?? null,
      validHours: part?.row?.validHours ?? null,
      capture: part?.capture ?? NO_CAPTURE,
      doubts: [...doubtsOf(channel.channelNo, untilMs)],
      neighbours: hourlyMedians(others.get(channel.metricCode) ?? [], afterMs),
    }
  })
}

/** The three rates of a station's month, by channel and day. */
export async function loadCaptureRows(
  db: Db,
  scope: DataScope,
  { stationId, month }: { stationId: string; month: string },
  nowMs: number,
) {
  const station = await findStation(db, scope, stationId)
  const span = monthSpan(month, nowMs)
  const channels = await loadChannels(db, scope, [stationId])
  const rows = await findFigures(db, 'mon_r1d', channels, span.afterMs, span.untilMs)
  const captures = await loadCaptures(db, channels, rows, span)
  const byNo = new Map(channels.map((channel) => [channel.channelNo, channel]))
  return {
    total: sumCaptures(captures.map(({ capture }) => capture)),
    rows: captures.map(({ channelNo, endMs, capture }) => {
      const channel = byNo.get(channelNo)
      return {
        channelNo,
        name: channel?.alias ?? channel?.metricName ?? '',
        deviceName: channel?.deviceName ?? '',
        stationName: station.name,
        day: statDayGmt8(endMs),
        capture,
      }
    }),
  }
}
