import { reportDef } from '@natim/contract/mon/mon-report.resource'
import { AppError } from '../../platform/errors.ts'
import { commonScope, type DataScope, isScopeWithin } from '../../platform/scope.ts'
import { serve } from '../resource/index.ts'
import { findUnknownNames, isStationVisible, visibleDefs } from './report-def.repository.ts'

const prefixOf = (region: unknown) => (typeof region === 'string' && region !== '' ? region : '*')

/**
 * 报告定义. A definition stores its author's scope, which limits scheduled runs. Built-in ones can be run by everybody
 * and changed by users who see the whole network.
 */
export const REPORT_DEF = serve(reportDef, {
  table: 'monReportDef',
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  arrays: ['formats', 'scopePrefixes'],
  transient: ['nextRunAt'],
  unsaid: ['sysOrgCode', 'scopePrefixes', 'isBuiltin'],
  scope: (scope) => visibleDefs(scope, 'record'),
  async beforeWrite(trx, { user }, columns, before) {
    if (before?.isBuiltin && !isScopeWithin(scopeOf(before), user.scope)) throw new AppError('monReport.builtin')
    if (columns.delFlag === 1 && before?.isBuiltin) throw new AppError('monReport.builtin')
    if (typeof columns.receivers === 'string') await assertReceivers(trx, columns.receivers)
    if (columns.stationId && !(await isStationVisible(trx, user.scope, String(columns.stationId))))
      throw new AppError('monReport.station_unknown')
    const region = columns.region ?? before?.region
    const isScopeChosen = before === undefined || (columns.region !== undefined && columns.region !== before.region)
    const own = isScopeChosen ? scopeFor(user.scope, prefixOf(region)) : undefined
    return {
      ...columns,
      // Planned anew by the timetable worker.
      ...((columns.cron !== undefined || columns.status !== undefined) && { nextRunAt: null }),
      ...(own && { sysOrgCode: own.orgCode, scopePrefixes: [...own.regionPrefixes] }),
    }
  },
  uses: (_db, records) => {
    const count = records.filter(({ isBuiltin }) => isBuiltin).length
    return Promise.resolve(count > 0 ? [{ noun: '内置报告', count, isBlocking: true }] : [])
  },
  inUse: 'monReport.builtin',
})

const scopeOf = (row: { readonly sysOrgCode: string; readonly scopePrefixes: readonly string[] }): DataScope => ({
  orgCode: row.sysOrgCode,
  regionPrefixes: row.scopePrefixes,
})

/** A user's scope limited to a region. @throws AppError monReport.region_beyond */
function scopeFor(scope: DataScope, prefix: string): DataScope {
  if (scope.regionPrefixes.length === 0) return scope
  const common = commonScope(scope, { orgCode: scope.orgCode, regionPrefixes: [prefix] })
  if (common.orgCode === '') throw new AppError('monReport.region_beyond')
  return common
}

async function assertReceivers(trx: Parameters<typeof findUnknownNames>[0], receivers: string): Promise<void> {
  const unknown = await findUnknownNames(trx, receivers.split(',').filter(Boolean))
  if (unknown.length > 0)
    throw new AppError('monReport.receiver_unknown', { data: { names: unknown.slice(0, 10).join('、') } })
}
