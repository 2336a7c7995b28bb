import { orbitFault, satellite } from '@natim/contract/mon/satellite.resource'
import { parseTle } from '@natim/domain/sat-tle'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../resource/index.ts'
import { countTasksOf } from './satellite.repository.ts'

/** 卫星, without data scope: all are visible with the permission. */
export const SATELLITE = serve(satellite, {
  table: 'monSatellite',
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
  conflicts: { mon_satellite_code: 'sat.code_in_use' },
  // Both are derived from the two lines.
  unsaid: ['noradId', 'tleEpoch'],
  beforeWrite(_trx, _actor, columns, before) {
    const { tle1 = before?.tle1, tle2 = before?.tle2 } = columns
    if (columns.tle1 === undefined && columns.tle2 === undefined) return Promise.resolve(columns)
    if (typeof tle1 !== 'string' || typeof tle2 !== 'string') return Promise.resolve(columns)
    const reason = orbitFault({ tle1, tle2 })
    if (reason) return Promise.reject(new AppError('sat.tle', { data: { reason } }))
    const { noradId, epochMs } = parseTle(tle1, tle2)
    return Promise.resolve({ ...columns, noradId, tleEpoch: new Date(epochMs) })
  },
  async uses(db, records) {
    const count = await countTasksOf(
      db,
      records.map(({ id }) => id),
    )
    return count > 0 ? [{ noun: '卫星任务', count, isBlocking: true }] : []
  },
  inUse: 'sat.satellite_busy',
})
