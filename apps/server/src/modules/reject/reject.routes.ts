import type { ListQuery } from '@natim/contract/fields'
import { INGEST_REASONS } from '@natim/contract/mon/ingest'
import { REJECT_BUCKETS, type RejectRow, type RejectSummary, rejectEndpoints } from '@natim/contract/mon/reject'
import { regionName } from '@natim/domain/regions'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { groupBy } from '../../platform/group-by.ts'
import { implement } from '../../platform/http/implement.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import type { DataScope } from '../../platform/scope.ts'
import { toPage } from '../../platform/wire.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import type { Module } from '../resource/index.ts'
import {
  findBuckets,
  findCodes,
  findRejectPage,
  findTrend,
  type Period,
  REJECT_FIELDS,
  REJECT_LIST,
} from './reject.repository.ts'

const COLUMNS: readonly SheetColumn<RejectRow>[] = [
  { title: '设备名称', value: (row) => row.deviceName },
  { title: '客户端ID', value: (row) => row.clientId },
  { title: '站点', value: (row) => row.stationName },
  { title: '行政区划', value: (row) => row.regionCode_dictText },
  { title: '代码', value: (row) => row.code },
  { title: '原因', value: (row) => INGEST_REASONS[row.code] },
  { title: '次数', value: (row) => row.n },
  { title: '最近一次', value: (row) => `${formatGmt8(row.lastHourMs).slice(0, 13)} 时` },
]

type Query = ListQuery & { readonly hours: number }

/** 拒收统计: what devices sent and the server refused, by device and reason (domain §6.3). */
export const rejectModule: Module<{ readonly db: Db; readonly now: () => number }> = {
  routes(api, { db, now }) {
    implement(api, rejectEndpoints, {
      list: ({ query, ctx }) => listRejects(db, ctx.user.scope, query, now()),
      summary: ({ query, ctx }) => summarize(db, ctx.user.scope, query, now()),
      exportXls: ({ query, body, ctx }) => {
        const hours = body?.hours ?? query.hours
        const readPage = (given: ListQuery, ids: readonly string[] | undefined) =>
          listRejects(db, ctx.user.scope, { ...given, hours }, now(), ids)
        return exportXlsx({ db, title: '拒收统计', columns: COLUMNS, readPage }, { query, body }, ctx)
      },
    })
  },
}

/** Up to the end of the current hour. */
function periodOf(hours: number, nowMs: number): Period {
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS
  return { fromMs: toMs - hours * HOUR_MS, stepMs: (hours / REJECT_BUCKETS) * HOUR_MS }
}

const spread = (buckets: readonly { readonly bucket: number; readonly n: number }[]): number[] => {
  const trend = Array.from({ length: REJECT_BUCKETS }, () => 0)
  for (const { bucket, n } of buckets) trend[bucket] = n
  return trend
}

async function listRejects(db: Db, scope: DataScope, query: Query, nowMs: number, ids?: readonly string[]) {
  const period = periodOf(query.hours, nowMs)
  const request = parseListRequest(query, REJECT_FIELDS, REJECT_LIST)
  const { records, total } = await findRejectPage(db, scope, period, request)
  const buckets = await findBuckets(db, [...new Set(records.map(({ deviceNo }) => deviceNo))], period)
  const byRow = groupBy(buckets, ({ deviceNo, code }) => `${deviceNo}-${code}`)
  const rows = records.map(({ deviceNo, lastHour, ...record }): RejectRow => {
    const id = `${deviceNo}-${record.code}`
    return {
      ...record,
      id,
      regionCode_dictText: regionName(record.regionCode),
      lastHourMs: lastHour.getTime(),
      trend: spread(byRow.get(id) ?? []),
    }
  })
  return toPage(ids ? rows.filter(({ id }) => ids.includes(id)) : rows, total, request)
}

async function summarize(db: Db, scope: DataScope, query: Query, nowMs: number): Promise<RejectSummary> {
  const period = periodOf(query.hours, nowMs)
  const request = parseListRequest(query, REJECT_FIELDS, REJECT_LIST)
  const [codes, { trend, devices }] = await Promise.all([
    findCodes(db, scope, period, request),
    findTrend(db, scope, period, request),
  ])
  const total = codes.reduce((sum, { n }) => sum + n, 0)
  return { ...period, total, devices, trend: spread(trend), codes }
}
