import { categoryEndpoints } from '@natim/contract/system/category'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import { createCategoryService } from './category.service.ts'

export function registerCategoryRoutes(app: FastifyInstance, deps: { readonly db: Db }): void {
  const categories = createCategoryService(deps)
  implement(app, categoryEndpoints, {
    treeRoot: ({ query }) => categories.treeRoot(query),
    treeChildren: ({ query }) => categories.treeChildren(query.pid),
    treeData: ({ query }) => categories.treeData(query),
    one: ({ query }) => categories.one(query),
    names: ({ params, query }) => categories.names(params.ids, query.delNotExist === 'true'),
    namesByQuery: ({ query }) => categories.names(query.ids, query.delNotExist === 'true'),
    allData: ({ query }) => categories.allData(query.code),
    rootList: ({ query }) => categories.rootList(query),
    childList: ({ query }) => categories.childList(query),
    childListBatch: ({ query }) => categories.childListBatch(query.parentIds),
  })
}
