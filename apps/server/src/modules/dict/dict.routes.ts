import { MESSAGES } from '@natim/contract/messages'
import { dictEndpoints } from '@natim/contract/system/dict'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { loadDictTexts, loadDictTree, searchChosenFirst, searchDict } from './dict.service.ts'

export function registerDictRoutes(app: FastifyInstance, { db }: { readonly db: Db }): void {
  implement(app, dictEndpoints, {
    search: ({ params, query, ctx }) => searchDict(db, ctx.user, params.dict, query),
    searchChosenFirst: ({ params, query, ctx }) => searchChosenFirst(db, ctx.user, params.dict, query),
    texts: ({ params, query, ctx }) =>
      loadDictTexts(db, ctx.user, params.dict, query.key, query.delNotExist === 'true'),
    tree: ({ query, ctx }) => loadDictTree(db, ctx.user, query),
    // The server caches nothing; this tells clients to drop their caches.
    refreshCache: () => withMessage(null, MESSAGES['cache.refreshed']),
  })
}
