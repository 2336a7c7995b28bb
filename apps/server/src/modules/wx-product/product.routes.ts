import { type WxProduct, wxProductEndpoints, wxTabs } from '@natim/contract/mon/wx-product'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { searchCauses } from './cause.repository.ts'
import { takeSnapshot } from './figures.ts'
import { countTabs, findProductPage, findReleases } from './product.repository.ts'
import { type Decision, decide, type Seen } from './product-decisions.ts'
import { loadProduct, loadStats } from './product-detail.ts'
import { addProduct, editProduct } from './product-save.ts'
import { PRODUCT_COLUMNS } from './product-sheet.ts'
import { productView } from './product-view.ts'
import { loadWords } from './rules.ts'

export interface WxProductDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  /** If false, nothing can be published, and scheduling warns the user. */
  readonly hasAccount: boolean
}

const MAX_RELEASES = 500

/** 微信产品: articles to publish through the public account. */
export function registerWxProductRoutes(api: FastifyInstance, deps: WxProductDeps): void {
  const { db, now } = deps
  const said = async (work: Promise<WxProduct>, message: string) => withMessage(await work, message)
  type Ctx = Parameters<typeof actorOf>[0]
  interface Call {
    readonly body: Seen & { readonly note?: string; readonly atMs?: number | null }
    readonly ctx: Ctx
  }
  const decided =
    (decision: Decision, message: string) =>
    ({ body, ctx }: Call) =>
      said(decide(deps, actorOf(ctx), decision, body, body), message)
  const outgoing = (message: string) => (deps.hasAccount ? message : `${message}，但尚未配置公众号，到时无法发布`)
  implement(api, wxProductEndpoints, {
    async list({ query, ctx }) {
      const { scope } = ctx.user
      const [{ records, total }, counts] = await Promise.all([findProductPage(db, scope, query), countTabs(db, scope)])
      return { records: records.map(productView), total, counts }
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db,
          title: '微信产品',
          columns: PRODUCT_COLUMNS,
          async readPage(asked, ids) {
            const { pageNo, pageSize } = asked
            const given = { ...query, ...asked }
            const tab = wxTabs.find((one) => one === given.tab) ?? 'all'
            const list = { tab, type: String(given.type), text: String(given.text), pageNo, pageSize, ids }
            const { records, total } = await findProductPage(db, ctx.user.scope, list)
            return { records: records.map(productView), total, size: pageSize, current: pageNo, pages: 1 }
          },
        },
        { query, body },
        ctx,
      ),
    get: ({ query, ctx }) => loadProduct(db, ctx.user, query.id, now()),
    async calendar({ query: { from, to }, ctx }) {
      const rows = await findReleases(db, ctx.user.scope, new Date(from), new Date(to), MAX_RELEASES)
      return rows.map(productView)
    },
    stats: ({ query, ctx }) => loadStats(db, ctx.user.scope, query.days, now()),
    words: () => loadWords(db),
    async causes({ query, ctx }) {
      const rows = await searchCauses(db, ctx.user.scope, query.text)
      return rows.map(({ isDrill: drill, ...row }) => ({ ...row, drill }))
    },
    async figures({ body: { regionCode, blocks }, ctx }) {
      const { orgCode: sysOrgCode, regionPrefixes: scopePrefixes } = ctx.user.scope
      return takeSnapshot(db, { sysOrgCode, scopePrefixes, regionCode }, blocks, now())
    },
    add: ({ body, ctx }) => said(addProduct(deps, actorOf(ctx), body), '已保存草稿'),
    edit: ({ body, ctx }) => said(editProduct(deps, actorOf(ctx), body), '已保存草稿'),
    submit: decided('submit', '已提交审核'),
    withdraw: decided('withdraw', '已撤回送审'),
    revise: decided('revise', '已改为草稿'),
    archive: decided('archive', '已归档'),
    approve: decided('approve', '已批准'),
    return: decided('return', '已退回'),
    schedule: decided('schedule', outgoing('已安排发布')),
    unschedule: decided('unschedule', '已取消安排'),
    retry: decided('retry', outgoing('已重新安排发布')),
    lose: decided('lose', '已申报，请另一人核对后确认'),
    forget: decided('forget', '已确认未发出，可重新发布或改为草稿'),
    recall: decided('recall', '已撤回'),
  })
}
