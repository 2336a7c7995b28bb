import { createHash } from 'node:crypto'
import type { ReportDocument } from '@natim/contract/mon/mon-report'
import type { ReportKind } from '@natim/contract/mon/mon-report.resource'
import { type PeriodUnit, periodText } from '@natim/domain/report-period'
import type { Db } from '../../../platform/db/db.ts'
import type { ReportParams } from '../run.repository.ts'
import { airReport } from './air.ts'
import { alarmWeek } from './alarm-week.ts'
import { deviceMonth } from './device-month.ts'
import { type ReportBody, scopeText } from './document.ts'
import { stationMonth } from './station-month.ts'

/** Period unit of each kind of report. */
export const REPORT_UNIT: Readonly<Record<ReportKind, PeriodUnit>> = {
  air_hour: 'hour',
  air_day: 'day',
  station_month: 'month',
  alarm_week: 'week',
  device_month: 'month',
}

const BUILDERS: Readonly<Record<ReportKind, (db: Db, params: ReportParams) => Promise<ReportBody>>> = {
  air_hour: airReport,
  air_day: airReport,
  station_month: stationMonth,
  alarm_week: alarmWeek,
  device_month: deviceMonth,
}

/** The report from current data, without a comparison. */
export async function buildDocument(db: Db, params: ReportParams): Promise<ReportDocument> {
  const body = await BUILDERS[params.kind](db, params)
  return { ...body, period: periodText(REPORT_UNIT[params.kind], params), scope: scopeText(params), changes: [] }
}

/** Hash of the content; equal for reports with the same content. */
export function fingerprintOf({ changes: _changes, ...said }: ReportDocument): Buffer {
  return createHash('sha256').update(JSON.stringify(said)).digest()
}

export const linesOf = ({ tables }: ReportDocument): number => tables.reduce((sum, { rows }) => sum + rows.length, 0)
