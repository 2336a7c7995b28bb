import type { Db } from '../../../platform/db/db.ts'
import { aqiColumns, aqiSheetTitle, loadReport } from '../../aqi/index.ts'
import type { ReportParams } from '../run.repository.ts'
import { type ReportBody, tableOf } from './document.ts'

const ATTAINED = 100

/** The hourly or daily report in the standard's columns, as on the page and in its export. */
export async function airReport(db: Db, { kind, place, region, scope, toMs }: ReportParams): Promise<ReportBody> {
  const span = kind === 'air_hour' ? 'hour' : 'day'
  const query = { place, region: region === '' ? undefined : region, standard: 'auto', span, toMs } as const
  const report = await loadReport(db, scope, query, toMs)
  const placeName = place === 'city' ? '城市' : '监测点位'
  const columns = aqiColumns(report, placeName).map((column) => ({
    title: column.title,
    value: (row: (typeof report.rows)[number]) => column.value(row) ?? null,
  }))
  const textColumns = new Set([placeName, '所属区域', '首要污染物', '级别', '类别'])
  const table = tableOf(
    aqiSheetTitle(report, span),
    columns.map((column) => (textColumns.has(column.title) ? { ...column, isText: true as const } : column)),
    report.rows,
    'NA 表示缺测或无效，/ 表示未列入监测计划，— 表示没有分指数。',
  )
  const judged = report.rows.flatMap(({ aqi }) => (aqi === null ? [] : [aqi]))
  const attained = judged.filter((aqi) => aqi <= ATTAINED).length
  const worst = report.rows.findLast(({ aqi }) => aqi !== null)
  return {
    title: span === 'hour' ? '空气质量时报' : '空气质量日报',
    conclusions:
      judged.length === 0
        ? ['该时段没有可评价的数据。']
        : [
            `共 ${report.rows.length} 个${placeName}，${judged.length} 个有 AQI，其中 ${attained} 个达标；AQI 最高的是${worst?.name ?? ''}，${worst?.aqi ?? ''}。`,
          ],
    tables: [table],
    chart: null,
  }
}
