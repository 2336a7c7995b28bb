import {
  MAX_OPEN_DAYS,
  type OpenAlarm,
  type OpenAqi,
  type OpenBucket,
  type OpenCall,
  type OpenQuery,
  type OpenSample,
  type OpenStation,
} from '@natim/contract/mon/open'
import { AQI_POLLUTANTS, aqiItems, reportColumns } from '@natim/domain/aqi'
import { DAY_MS, HOUR_MS, MINUTE_MS, statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { aqiKindOf, findAqiPlaces, findAqiRows, type StoredAqi } from '../aqi/index.ts'
import { type BucketRow, readBucketRows } from '../timeseries/index.ts'
import { fromCursor, type Place, START, toCursor } from './cursor.ts'
import { isoGmt8 } from './iso-time.ts'
import {
  type Asked,
  findNewest,
  findNewestBefore,
  findOpenAlarms,
  findOpenChannels,
  findOpenStations,
  findReviewed,
} from './open.repository.ts'
import { Problem } from './problem.ts'
import { scopeOfToken } from './token.service.ts'
import type { LiveToken } from './token.repository.ts'

export interface OpenPage<Row = Readonly<Record<string, unknown>>> {
  readonly data: readonly Row[]
  readonly next: string | null
}

interface Reading {
  readonly db: Db
  readonly token: LiveToken
  readonly nowMs: number
}

type Readers = { readonly [N in OpenCall]: (reading: Reading, query: OpenQuery<N>) => Promise<OpenPage> }

/** Of the newest sample before the delay: older ones are no news. */
const NEWEST_WITHIN_MS = HOUR_MS

function askedOf({ token }: Reading, query: { region?: string | undefined; station?: string; metric?: string }): Asked {
  const { region } = query
  const isRefused =
    region !== undefined &&
    token.regionPrefixes.length > 0 &&
    !token.regionPrefixes.some((own) => region.startsWith(own) || own.startsWith(region))
  if (isRefused) throw new Problem('region_refused')
  return { scope: scopeOfToken(token), metrics: token.metrics, region, station: query.station, metric: query.metric }
}

/** (from, to] up to what is published by now. @throws Problem */
function spanOf({ token, nowMs }: Reading, { from, to }: { from: number; to: number }, maxDays: number) {
  if (to <= from) throw new Problem('parameter_invalid', 'to：结束时间必须晚于开始时间！')
  if (to - from > maxDays * DAY_MS) throw new Problem('parameter_invalid', `to：时间范围不能超过 ${maxDays} 天`)
  return { fromMs: from, toMs: Math.min(to, nowMs - token.delayMin * MINUTE_MS) }
}

/** One row more than a page has says that there is a next one. */
function pageOf<Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place): OpenPage<Row> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last !== undefined ? toCursor(placeOf(last)) : null }
}

const isBehind = (row: Place, place: Place) => row.tMs > place.tMs || (row.tMs === place.tMs && row.key > place.key)
const numberKey = (channelNo: number) => String(channelNo).padStart(12, '0')

interface Walk<Row> {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
  /** Rows of one step, about. */
  readonly perStep: number
  readonly limit: number
  readonly after: Place
  readonly placeOf: (row: Row) => Place
  /** Rows of (fromMs, toMs], in order. */
  readonly read: (span: { readonly fromMs: number; readonly toMs: number }) => Promise<readonly Row[]>
}

/** Reads as many steps of time as fill a page, so that each page costs what it has and not what is behind it. */
async function walk<Row>({
  fromMs,
  toMs,
  stepMs,
  perStep,
  limit,
  after,
  placeOf,
  read,
}: Walk<Row>): Promise<OpenPage<Row>> {
  const rows: Row[] = []
  const stride = Math.max(1, Math.ceil((limit + 1) / Math.max(1, perStep))) * stepMs
  // Rows of the instant of the cursor may be left.
  for (let atMs = Math.max(fromMs, after.tMs - 1); atMs < toMs && rows.length <= limit; atMs += stride) {
    const found = await read({ fromMs: atMs, toMs: Math.min(toMs, atMs + stride) })
    rows.push(...found.filter((row) => isBehind(placeOf(row), after)))
  }
  return pageOf(rows, limit, placeOf)
}

async function readStations(reading: Reading, query: OpenQuery<'stations'>): Promise<OpenPage<OpenStation>> {
  const { key } = fromCursor(query.cursor)
  const rows = await findOpenStations(reading.db, askedOf(reading, query), key, query.limit + 1)
  return pageOf(rows, query.limit, ({ id }) => ({ tMs: 0, key: id }))
}

async function readLatest(reading: Reading, query: OpenQuery<'latest'>): Promise<OpenPage<OpenSample>> {
  const { db, token, nowMs } = reading
  // What was measured a moment ago has been reviewed by nobody.
  if (token.level !== 'raw') throw new Problem('level_refused')
  const { key } = fromCursor(query.cursor)
  const channels = (await findOpenChannels(db, askedOf(reading, query))).filter(
    ({ channelNo }) => numberKey(channelNo) > key,
  )
  const page = channels.slice(0, query.limit)
  const untilMs = nowMs - token.delayMin * MINUTE_MS
  const found =
    token.delayMin === 0
      ? await findNewest(db, page)
      : await findNewestBefore(db, page, untilMs - NEWEST_WITHIN_MS, untilMs)
  const byNo = new Map(found.map((row) => [row.channelNo, row]))
  const data = page.flatMap(({ channelNo, stationId, metric, unit }) => {
    const row = byNo.get(channelNo)
    return row
      ? [{ t: isoGmt8(row.tMs), stationId, channelNo, metric, unit, value: row.value, quality: row.quality }]
      : []
  })
  const last = page.at(-1)
  const hasMore = channels.length > page.length && last !== undefined
  return { data, next: hasMore ? toCursor({ tMs: 0, key: numberKey(last.channelNo) }) : null }
}

async function readBuckets(level: '1h' | '1d', reading: Reading, query: OpenQuery<'hour'>): Promise<OpenPage> {
  const { db, token } = reading
  const span = spanOf(reading, query, level === '1h' ? MAX_OPEN_DAYS.hour : MAX_OPEN_DAYS.day)
  const channels = await findOpenChannels(db, askedOf(reading, query))
  const byNo = new Map(channels.map((channel) => [channel.channelNo, channel]))
  const isPublished = await reviewOf(reading, span)
  const page = await walk<BucketRow>({
    ...span,
    stepMs: level === '1h' ? HOUR_MS : DAY_MS,
    perStep: channels.length,
    limit: query.limit,
    after: fromCursor(query.cursor),
    placeOf: ({ tMs, channelNo }) => ({ tMs, key: numberKey(channelNo) }),
    read: async (part) => {
      const rows = await readBucketRows(db, level, channels, part)
      return token.level === 'raw'
        ? rows
        : rows.filter(({ channelNo, tMs }) => isPublished(byNo.get(channelNo)?.stationId, tMs))
    },
  })
  const data = page.data.flatMap(({ tMs, channelNo, ...figures }): OpenBucket[] => {
    const channel = byNo.get(channelNo)
    if (channel === undefined) return []
    const { stationId, metric, unit } = channel
    return [{ t: isoGmt8(tMs), stationId, channelNo, metric, unit, ...figures }]
  })
  return { data, next: page.next }
}

/** Whether the day of a station is as far reviewed as the publication asks. */
async function reviewOf({ db, token }: Reading, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  if (token.level === 'raw' || toMs <= fromMs) return () => true
  const days = await findReviewed(db, token.level, statDayGmt8(fromMs), statDayGmt8(toMs))
  return (stationId: string | null | undefined, tMs: number) => days.has(`${stationId} ${statDayGmt8(tMs)}`)
}

async function readAqi(reading: Reading, query: OpenQuery<'aqi'>): Promise<OpenPage<OpenAqi>> {
  const { db, token } = reading
  // A city is made of stations of which some may be reviewed and others not.
  if (token.level !== 'raw' && query.place === 'city')
    throw new Problem('level_refused', '该发布只提供已审核的数据，城市指数请用 place=station 按站点读取')
  const span = spanOf(reading, query, query.span === 'hour' ? MAX_OPEN_DAYS.hour : MAX_OPEN_DAYS.day)
  const asked = askedOf(reading, query)
  const places = await findAqiPlaces(db, asked.scope, query.place, asked.region)
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const isPublished = await reviewOf(reading, span)
  const page = await walk<StoredAqi>({
    ...span,
    stepMs: query.span === 'hour' ? HOUR_MS : DAY_MS,
    perStep: places.length,
    limit: query.limit,
    after: fromCursor(query.cursor),
    placeOf: ({ tMs, placeId }) => ({ tMs, key: placeId }),
    read: async ({ fromMs, toMs }) => {
      const kind = aqiKindOf(query.place)
      const rows = await findAqiRows(db, query.span === 'hour' ? 'h' : 'd', kind, [...names.keys()], fromMs, toMs)
      return rows.filter(({ placeId, tMs }) => isPublished(placeId, tMs))
    },
  })
  const figures = (row: StoredAqi) => aqiFigures(row, query.span, asked.metrics)
  return {
    next: page.next,
    data: page.data.map((row) => ({
      t: isoGmt8(row.tMs),
      placeId: row.placeId,
      name: names.get(row.placeId) ?? '',
      aqi: row.aqi,
      leading: [...new Set(row.leadingItems.flatMap((i) => aqiItems(query.span)[i]?.pollutant ?? []))].join(' '),
      standard: `HJ 633-${row.standard}`,
      revision: row.rev,
      ...figures(row),
    })),
  }
}

/** By pollutant what the index is made of; of several means of one, that of the highest index. */
function aqiFigures(row: StoredAqi, span: 'hour' | 'day', metrics: readonly string[]): Record<string, number | null> {
  const out: Record<string, number | null> = {}
  for (const pollutant of AQI_POLLUTANTS) {
    const items = reportColumns(span, row.standard).filter((i) => aqiItems(span)[i]?.pollutant === pollutant)
    const [first] = items.toSorted((a, b) => (row.iaqi[b] ?? -1) - (row.iaqi[a] ?? -1))
    const isShown = first !== undefined && (metrics.length === 0 || metrics.includes(pollutant))
    out[pollutant] = isShown ? (row.shown[first] ?? null) : null
    out[`${pollutant}Iaqi`] = isShown ? (row.iaqi[first] ?? null) : null
  }
  return out
}

async function readAlarms(reading: Reading, query: OpenQuery<'alarms'>): Promise<OpenPage<OpenAlarm>> {
  const span = spanOf(reading, query, MAX_OPEN_DAYS.alarms)
  const place = fromCursor(query.cursor)
  const after = { tMs: place === START ? span.fromMs : place.tMs, id: place.key }
  const asked = { ...askedOf(reading, query), ...span, after, isJudged: reading.token.level !== 'raw' }
  const rows = await findOpenAlarms(reading.db, asked, query.limit + 1)
  const page = pageOf(rows, query.limit, ({ tMs, id }) => ({ tMs, key: id }))
  return {
    next: page.next,
    data: page.data.map(({ tMs, clearedMs, closedMs, ...alarm }) => ({
      t: isoGmt8(tMs),
      ...alarm,
      clearedAt: clearedMs === null ? null : isoGmt8(clearedMs),
      closedAt: closedMs === null ? null : isoGmt8(closedMs),
    })),
  }
}

/** What each call of the open interface reads: rows of the token's scope, up to its delay, as far as its level goes. */
export const OPEN_READERS: Readers = {
  stations: readStations,
  latest: readLatest,
  hour: (reading, query) => readBuckets('1h', reading, query),
  day: (reading, query) => readBuckets('1d', reading, query),
  aqi: readAqi,
  alarms: readAlarms,
}
