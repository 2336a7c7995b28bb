import { publication } from '@natim/contract/mon/publication.resource'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../resource/index.ts'
import { findUnpublishable } from './publication.repository.ts'

/** 发布, without data scope: all are visible with the permission. */
export const PUBLICATION = serve(publication, {
  table: 'monPublication',
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
  arrays: ['formats', 'metrics'],
  async beforeWrite(trx, _actor, columns) {
    const refused = await findUnpublishable(trx, columns.metrics ?? [])
    if (refused.length > 0)
      throw new AppError('publication.metric', { data: { names: refused.slice(0, 5).join('、') } })
    return columns
  },
})
