import { fits } from '@natim/contract/mon/channel.resource'
import { limit, limitSet } from '@natim/contract/mon/limit.resource'
import { metricByCode } from '@natim/domain/metrics'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type StoredRow, serve } from '../resource/index.ts'
import { countLimitsOf, LIMIT_SOURCE, lockSet } from './limit.repository.ts'

/** 限值集. Shipped sets follow the product until a user changes them. */
export const LIMIT_SET = serve(limitSet, {
  table: 'monLimitSet',
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
  async beforeWrite(_trx, _actor, columns, before) {
    const { validFrom = '', validTo } = { ...before, ...columns }
    if (validTo && validTo < validFrom) throw new AppError('limit_set.dates')
    return columns
  },
  uses: async (db, sets) => [
    {
      noun: '限值',
      count: await countLimitsOf(
        db,
        sets.map(({ id }) => id),
      ),
    },
  ],
})

/** 限值 of a set. */
export const LIMIT = serve(limit, {
  table: 'monLimit',
  source: LIMIT_SOURCE,
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
  conflicts: { mon_limit_figure_key: 'limit.exists' },
  toRow: (row, { setName }) => ({ ...row, setId_dictText: setName }),
  async beforeWrite(trx, _actor, columns, before) {
    await assertSet(trx, before?.setId ?? columns.setId ?? '')
    assertUnit({ ...before, ...columns })
    return columns
  },
  async beforeRestore(trx, { setId }) {
    if ((await lockSet(trx, setId)) === undefined)
      throw new AppError('row.parent_deleted', { data: { names: '限值集' } })
  },
})

/** @throws AppError row.not_found */
async function assertSet(trx: Tx, id: string): Promise<void> {
  if ((await lockSet(trx, id)) === undefined) throw new AppError('row.not_found')
}

/** @throws AppError limit.unit */
function assertUnit({ metricCode = '', unit = '' }: Partial<StoredRow<'monLimit'>>): void {
  const metric = metricByCode(metricCode)
  if (metric === undefined) throw new AppError('row.not_found')
  if (!fits(metricCode, unit))
    throw new AppError('limit.unit', { data: { metric: metric.nameCn, unit: metric.unit, given: unit } })
}
