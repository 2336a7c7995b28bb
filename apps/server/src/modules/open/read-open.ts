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
import { aqiKindOf, findAqiBlock, findAqiPlaceNames, type StoredAqi } from '../aqi/index.ts'
import { type BucketRow, readBucketRows } from '../timeseries/index.ts'
import { fromCursor, type Place, START, toCursor } from './cursor.ts'
import { isoGmt8 } from './iso-time.ts'
import {
  type Asked,
  type ChannelBlock,
  findNewest,
  findNewestBefore,
  findOpenAlarms,
  findOpenChannels,
  findOpenStations,
  findReviewed,
  type OpenChannel,
} from './open.repository.ts'
import { Problem } from './problem.ts'
import type { LiveToken } from './token.repository.ts'
import { scopeOfToken } from './token.service.ts'

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

/** Maximum age of the newest sample before the delay. */
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

/** (from, to], limited to what is published by now. @throws Problem */
function spanOf({ token, nowMs }: Reading, { from, to }: { from: number; to: number }, maxDays: number) {
  if (to <= from) throw new Problem('parameter_invalid', 'to：结束时间必须晚于开始时间！')
  if (to - from > maxDays * DAY_MS) throw new Problem('parameter_invalid', `to：时间范围不能超过 ${maxDays} 天`)
  return { fromMs: from, toMs: Math.min(to, nowMs - token.delayMin * MINUTE_MS) }
}

/** An extra row beyond the page size means that there is a next page. */
function pageOf<Row>(rows: readonly Row[], limit: number, placeOf: (row: Row) => Place): OpenPage<Row> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last !== undefined ? toCursor(placeOf(last)) : null }
}

const isBehind = (row: Place, place: Place) => row.tMs > place.tMs || (row.tMs === place.tMs && row.key > place.key)
const numberKey = (channelNo: number) => String(channelNo).padStart(12, '0')
/** Inverse of {@link numberKey}; 0, which is before every channel, for any other key. */
const numberOf = ({ key }: Place) => (/^\d{12}$/.test(key) ? Number(key) : 0)

interface Walk<Row> {
  readonly fromMs: number
  readonly toMs: number
  readonly stepMs: number
  /** Approximate rows per step. */
  readonly perStep: number
  readonly limit: number
  readonly after: Place
  /** Rows of the page up to fromMs that are already loaded. */
  readonly begun?: readonly Row[]
  readonly placeOf: (row: Row) => Place
  /** Rows of (fromMs, toMs], in order; at most `wanted` after the cursor are needed. */
  readonly read: (span: Span, wanted: number) => Promise<readonly Row[]>
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Reads just enough time steps to fill a page, so that the cost of a page does not depend on the rows after it. */
async function walk<Row>({
  fromMs,
  toMs,
  stepMs,
  perStep,
  limit,
  after,
  begun = [],
  placeOf,
  read,
}: Walk<Row>): Promise<OpenPage<Row>> {
  const rows: Row[] = [...begun]
  const stride = Math.max(1, Math.ceil((limit + 1) / Math.max(1, perStep))) * stepMs
  // Rows at the instant of the cursor may remain.
  for (let atMs = Math.max(fromMs, after.tMs - 1); atMs < toMs && rows.length <= limit; atMs += stride) {
    const found = await read({ fromMs: atMs, toMs: Math.min(toMs, atMs + stride) }, limit + 1 - rows.length)
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
  // The newest samples are never reviewed yet.
  if (token.level !== 'raw') throw new Problem('level_refused')
  const block = { afterNo: numberOf(fromCursor(query.cursor)), limit: query.limit + 1 }
  const channels = await findOpenChannels(db, askedOf(reading, query), block)
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
  const asked = askedOf(reading, query)
  const isPublished = await reviewOf(reading, span)
  const byNo = new Map<number, OpenChannel>()
  const page = await pageOfBuckets({
    ...span,
    stepMs: level === '1h' ? HOUR_MS : DAY_MS,
    limit: query.limit,
    after: fromCursor(query.cursor),
    async findChannels(block) {
      const channels = await findOpenChannels(db, asked, block)
      for (const channel of channels) byNo.set(channel.channelNo, channel)
      return channels
    },
    async readOf(channels, part) {
      const rows = await readBucketRows(db, level, channels, part)
      if (token.level === 'raw') return rows
      return rows.filter(({ channelNo, tMs }) => isPublished(byNo.get(channelNo)?.stationId, tMs))
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

const placeOfBucket = ({ tMs, channelNo }: BucketRow): Place => ({ tMs, key: numberKey(channelNo) })

interface BucketWalk extends Omit<Walk<BucketRow>, 'perStep' | 'read' | 'placeOf' | 'begun'> {
  readonly findChannels: (block?: ChannelBlock) => Promise<readonly OpenChannel[]>
  readonly readOf: (channels: readonly OpenChannel[], span: Span) => Promise<readonly BucketRow[]>
}

/**
 * A page begins within one bucket of time, and a short one also ends there: channels are looked up in blocks until it
 * is full. Only a page that spans more buckets loads all channels.
 */
async function pageOfBuckets({ findChannels, readOf, ...walked }: BucketWalk): Promise<OpenPage<BucketRow>> {
  const { limit, after, stepMs } = walked
  const fromMs = Math.max(walked.fromMs, after.tMs - 1)
  const first = { fromMs, toMs: Math.min(walked.toMs, fromMs + stepMs) }
  const rows: BucketRow[] = []
  let afterNo = after.tMs > walked.fromMs ? numberOf(after) : 0
  for (let size = limit + 1; rows.length <= limit && first.fromMs < first.toMs; size *= 2) {
    const block = await findChannels({ afterNo, limit: size })
    rows.push(...(await readOf(block, first)).filter((row) => isBehind(placeOfBucket(row), after)))
    if (block.length < size) break
    afterNo = block.at(-1)?.channelNo ?? afterNo
  }
  if (rows.length > limit || first.toMs >= walked.toMs) return pageOf(rows, limit, placeOfBucket)
  const channels = await findChannels()
  return walk<BucketRow>({
    ...walked,
    fromMs: first.toMs,
    begun: rows,
    perStep: channels.length,
    placeOf: placeOfBucket,
    read: (part) => readOf(channels, part),
  })
}

/** Returns a check whether a station day has reached the publication's review level. */
async function reviewOf({ db, token }: Reading, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  if (token.level === 'raw' || toMs <= fromMs) return () => true
  const days = await findReviewed(db, token.level, statDayGmt8(fromMs), statDayGmt8(toMs))
  return (stationId: string | null | undefined, tMs: number) => days.has(`${stationId} ${statDayGmt8(tMs)}`)
}

async function readAqi(reading: Reading, query: OpenQuery<'aqi'>): Promise<OpenPage<OpenAqi>> {
  const { db, token } = reading
  // A city combines stations, only some of which may be reviewed.
  if (token.level !== 'raw' && query.place === 'city')
    throw new Problem('level_refused', '该发布只提供已审核的数据，城市指数请用 place=station 按站点读取')
  const span = spanOf(reading, query, query.span === 'hour' ? MAX_OPEN_DAYS.hour : MAX_OPEN_DAYS.day)
  const asked = askedOf(reading, query)
  const names = await findAqiPlaceNames(db, asked.scope, query.place, asked.region)
  const after = fromCursor(query.cursor)
  const isPublished = await reviewOf(reading, span)
  const page = await walk<StoredAqi>({
    ...span,
    stepMs: query.span === 'hour' ? HOUR_MS : DAY_MS,
    perStep: names.size,
    limit: query.limit,
    after,
    placeOf: ({ tMs, placeId }) => ({ tMs, key: placeId }),
    read: async (part, wanted) => {
      // With reviewed days only, the number of rows needed for a page is unknown.
      const block = { after: { tMs: after.tMs, placeId: after.key }, limit: token.level === 'raw' ? wanted : null }
      const kind = aqiKindOf(query.place)
      const unit = query.span === 'hour' ? 'h' : 'd'
      const rows = await findAqiBlock(db, unit, kind, [...names.keys()], { ...part, ...block })
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

/** Concentration and IAQI by pollutant; of several means of a pollutant, the one with the highest IAQI. */
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

/** Readers of the open interface's calls: rows in the token's scope, limited by its delay and level. */
export const OPEN_READERS: Readers = {
  stations: readStations,
  latest: readLatest,
  hour: (reading, query) => readBuckets('1h', reading, query),
  day: (reading, query) => readBuckets('1d', reading, query),
  aqi: readAqi,
  alarms: readAlarms,
}
