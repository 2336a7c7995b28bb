import { ERRORS } from '@natim/contract/errors'
import { template } from '@natim/contract/system/message.resource'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { RowOutcome } from '../import/index.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'

const IN_USE = '1'

/** 消息模板 */
export const TEMPLATE = serve(template, {
  table: 'sysSmsTemplate',
  // A template in use can only be taken out of use.
  async beforeWrite(_trx, _actor, columns, before) {
    const { useStatus, ...others } = columns
    const isTakenOut = useStatus !== undefined && useStatus !== IN_USE
    if (before?.useStatus === IN_USE && !isTakenOut && Object.keys(others).length > 0)
      throw new AppError('template.in_use')
    return columns
  },
  uses: async (_db, templates) => [
    { noun: '应用中的模板', count: templates.filter(({ useStatus }) => useStatus === IN_USE).length },
  ],
})

/** An import neither enables templates nor changes those in use. */
export function createTemplateImport(db: Db) {
  const { endpoints, entity } = resourceImport(db, template, createResource(db, TEMPLATE))
  const open: typeof entity.open = async (user) => {
    const session = await entity.open(user)
    return { ...session, validate: async (...rows) => (await session.validate(...rows)).map(refuseUsed) }
  }
  return { endpoints, entity: { ...entity, open } }
}

const refuseUsed = (outcome: RowOutcome): RowOutcome =>
  outcome.kind === 'known' && outcome.now['useStatus'] === IN_USE
    ? { kind: 'refused', errors: { templateCode: ERRORS['template.in_use'].text } }
    : outcome
