import { SEVERITY_NAMES } from '@natim/domain/alarm/words'
import { aqiGrade } from '@natim/domain/aqi'
import { AQI_GRADES, POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { bucketEnd, DAY_MS, formatGmt8, HOUR_MS, statDayGmt8 } from '@natim/domain/time'
import {
  isDataBlock,
  staleBlocks,
  type WxAirBlock,
  type WxAlarmsBlock,
  type WxBlock,
  type WxCurveBlock,
  type WxFigures,
  type WxSnapshot,
} from '@natim/domain/wx-product-body'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { loadAlarmCounts } from '../alarm-stats/index.ts'
import { aqiKindOf, findAqiRows, getAqiPlace, loadReport } from '../aqi/index.ts'
import { atOneLook } from './product.repository.ts'

/** Data scope of a product: that of its creator, within its region. */
export interface Ground {
  readonly sysOrgCode: string
  readonly scopePrefixes: readonly string[]
  readonly regionCode: string
}

const ATTAINED = 100

/** `320000` → `32`; undefined = everywhere. */
export const regionPrefix = (code: string): string | undefined =>
  code === '' ? undefined : code.replace(/(?:0000|00)$/, '')

/** The part of the network a product may use. */
export const groundScope = ({ sysOrgCode, scopePrefixes }: Ground): DataScope => ({
  orgCode: sysOrgCode,
  regionPrefixes: scopePrefixes,
})

/** An instant at midnight belongs to the day that it ends. */
const isDayEnd = (ms: number) => bucketEnd(ms, DAY_MS) === ms
const minutes = (ms: number) => formatGmt8(ms).slice(0, 16)

/** Report of the air quality page, with the worst places. */
async function airFigures(db: Db, ground: Ground, block: WxAirBlock): Promise<WxFigures> {
  const { span, place, toMs, rows } = block
  const query = { span, place, toMs, standard: 'auto', region: regionPrefix(ground.regionCode) } as const
  const report = await loadReport(db, groundScope(ground), query, toMs)
  const judged = report.rows.filter(({ aqi }) => aqi !== null).toReversed()
  const attained = judged.filter(({ aqi }) => (aqi ?? 0) <= ATTAINED).length
  const noun = place === 'city' ? '城市' : '监测点位'
  const [worst] = judged
  return {
    title: span === 'day' ? `空气质量日报 ${statDayGmt8(toMs)}` : `空气质量实时报 ${minutes(toMs)}`,
    lead:
      worst === undefined
        ? '该时段没有可评价的数据。'
        : `共 ${report.rows.length} 个${noun}，${judged.length} 个有 AQI，其中 ${attained} 个达标；AQI 最高的是${worst.name}，${worst.aqi ?? ''}。`,
    columns: [noun, 'AQI', '类别', '首要污染物'],
    rows: judged
      .slice(0, rows)
      .map(({ name, aqi, leading }) => [
        name,
        aqi,
        aqi === null ? null : AQI_GRADES[aqiGrade(aqi)].name,
        leading.map((own) => POLLUTANT_NAMES[own]).join('、') || '—',
      ]),
    points: [],
    asOfMs: Math.max(0, ...report.rows.map(({ computedMs }) => computedMs ?? 0)) || toMs,
  }
}

/** Index of one place by hour or day, with gaps. */
async function curveFigures(db: Db, ground: Ground, block: WxCurveBlock): Promise<WxFigures> {
  const { span, place, placeId, toMs, count } = block
  const stepMs = span === 'hour' ? HOUR_MS : DAY_MS
  const { name } = await getAqiPlace(db, groundScope(ground), place, placeId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'row.not_found') throw new AppError('wxProduct.place')
    throw error
  })
  const fromMs = toMs - count * stepMs
  const found = await findAqiRows(db, span === 'hour' ? 'h' : 'd', aqiKindOf(place), [placeId], fromMs, toMs)
  const aqiAt = new Map(found.map(({ tMs, aqi }) => [tMs, aqi]))
  const points = Array.from({ length: count }, (_, i): [number, number | null] => {
    const tMs = fromMs + (i + 1) * stepMs
    return [tMs, aqiAt.get(tMs) ?? null]
  })
  const known = points.flatMap(([, aqi]) => (aqi === null ? [] : [aqi]))
  const unit = span === 'hour' ? '小时' : '天'
  return {
    title: `${name} AQI 近 ${count} ${unit}`,
    lead:
      known.length === 0
        ? '该时段没有可评价的数据。'
        : `最高 ${Math.max(...known)}，最低 ${Math.min(...known)}，有效 ${known.length} ${unit}。`,
    columns: [],
    rows: [],
    points,
    asOfMs: Math.max(0, ...found.map(({ computedMs }) => computedMs)) || toMs,
  }
}

/** Alarms as counted on the statistics page. */
async function alarmFigures(db: Db, ground: Ground, block: WxAlarmsBlock, nowMs: number): Promise<WxFigures> {
  const { days, toMs, severityMax, rows } = block
  const fromMs = toMs - days * DAY_MS
  const span = { scope: groundScope(ground), region: regionPrefix(ground.regionCode), fromMs, toMs }
  const { total, bySeverity, gravest } = await loadAlarmCounts(db, span, { severityMax, rows })
  const parts = bySeverity.flatMap((n, i) => (n === 0 ? [] : [`${i + 1} 级 ${n} 个`]))
  return {
    title:
      days === 1 && isDayEnd(toMs)
        ? `报警情况 ${statDayGmt8(toMs)}`
        : `报警情况 ${minutes(fromMs)} 至 ${minutes(toMs)}`,
    lead: total === 0 ? '该时段没有报警。' : `共 ${total} 个报警，其中 ${parts.join('，')}。`,
    columns: gravest.length === 0 ? [] : ['时间', '级别', '报警', '站点'],
    rows: gravest.map(({ triggerMs, severity, title, stationName }) => [
      minutes(triggerMs).slice(5),
      `${severity} 级 ${SEVERITY_NAMES[severity]}`,
      title,
      stationName ?? '—',
    ]),
    points: [],
    asOfMs: nowMs,
  }
}

function figuresOf(db: Db, ground: Ground, block: Exclude<WxBlock, { type: 'text' | 'image' }>, nowMs: number) {
  if (block.type === 'air') return airFigures(db, ground, block)
  return block.type === 'curve' ? curveFigures(db, ground, block) : alarmFigures(db, ground, block, nowMs)
}

/** Current figures of the data blocks, from one snapshot of the database. @throws AppError wxProduct.place */
export function takeSnapshot(db: Db, ground: Ground, blocks: readonly WxBlock[], nowMs: number): Promise<WxSnapshot> {
  const asked = blocks.filter(isDataBlock)
  if (asked.length === 0) return Promise.resolve({ takenMs: nowMs, figures: {} })
  return atOneLook(db, async (trx) => {
    const figures: Record<string, WxFigures> = {}
    for (const block of asked) figures[block.id] = await figuresOf(trx, ground, block, nowMs)
    return { takenMs: nowMs, figures }
  })
}

/** Data blocks whose source has changed since. A deleted place counts as changed. */
export async function findStale(
  db: Db,
  ground: Ground,
  { blocks, snapshot }: { readonly blocks: readonly WxBlock[]; readonly snapshot: WxSnapshot },
  nowMs: number,
): Promise<string[]> {
  const now: Record<string, WxFigures> = {}
  await atOneLook(db, async (trx) => {
    for (const block of blocks.filter(isDataBlock)) {
      try {
        now[block.id] = await figuresOf(trx, ground, block, nowMs)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'wxProduct.place')) throw error
      }
    }
  })
  return staleBlocks(blocks, snapshot, now)
}
