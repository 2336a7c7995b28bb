import { suppression, suppressionEndpoints } from '@natim/contract/mon/suppression.resource'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf, OPERATE, writeOperation } from '../../platform/journal.ts'
import { createResource, type Module, resourceHandlers } from '../resource/index.ts'
import { lockSuppression, updateEnd } from './suppression.repository.ts'
import { assertNotEnded, suppressionAt } from './suppression.resource.ts'

export { toWindow } from './window.ts'

interface Deps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
}

/** 抑制: the resource, and ending a window early. */
export const suppressionModule: Module<Deps> = {
  routes(api, { db, now }) {
    const records = createResource(db, suppressionAt(now))
    implement(api, suppression.endpoints, resourceHandlers(db, suppression, records))
    implement(api, suppressionEndpoints, {
      async end({ body: { id }, ctx }) {
        const actor = actorOf(ctx)
        await db.transaction().execute(async (trx) => {
          const row = await lockSuppression(trx, id)
          if (row === undefined) throw new AppError('row.not_found')
          assertNotEnded(row, now())
          const at = new Date(now())
          await updateEnd(trx, id, { at, by: actor.user.username })
          await writeOperation(trx, actor, {
            content: `提前结束抑制：${row.name}`,
            objectId: id,
            operateType: OPERATE.edit,
            detail: { table: 'mon_suppression', before: { endedAt: null }, after: { endedAt: at } },
          })
        })
        return withMessage(null, '已结束抑制')
      },
    })
  },
}
