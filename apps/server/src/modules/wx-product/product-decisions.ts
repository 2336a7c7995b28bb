import type { WxProduct } from '@natim/contract/mon/wx-product'
import { formatGmt8 } from '@natim/domain/time'
import { isGraveWarning, nextWxProductState, WX_PRODUCT_ACTIONS } from '@natim/domain/wx-product'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import {
  FORGOTTEN,
  findEditors,
  findProduct,
  isUnsure,
  lockProduct,
  moveProduct,
  type StateColumns,
  type StoredProduct,
} from './product.repository.ts'
import type { SaveDeps } from './product-save.ts'
import { productView } from './product-view.ts'
import { assertSendable, decideFault, isDrill } from './rules.ts'
import { tellAuthor, tellReviewers } from './tell.ts'

export interface DecisionDeps extends SaveDeps {
  readonly bus: Bus
}

/** Actions of users; all others belong to the worker. */
export type Decision =
  | 'submit'
  | 'withdraw'
  | 'return'
  | 'approve'
  | 'revise'
  | 'schedule'
  | 'unschedule'
  | 'retry'
  | 'recall'
  | 'archive'
  | 'lose'
  | 'forget'

export interface Seen {
  readonly id: string
  readonly version: number
}

interface Given {
  readonly note?: string
  /** Publishing time; null = at once. */
  readonly atMs?: number | null
}

interface Step {
  readonly columns: StateColumns
  /** Additional note in the log. */
  readonly note?: string
}

const NOT_LOST = { lostBy: null, lostName: null, lostAt: null } as const
const NOT_APPROVED = { approvedBy: null, approvedName: null, approvedAt: null } as const

interface Deciding {
  readonly trx: Tx
  readonly product: StoredProduct
  readonly actor: Actor
  readonly nowMs: number
  readonly given: Given
}

async function approveStep({ trx, product, actor, nowMs, given }: Deciding): Promise<Step> {
  const fault = await decideFault(trx, product, actor.user)
  if (fault) throw new AppError(fault)
  await assertSendable(trx, product, nowMs)
  const { username, realname } = authorOf(actor.user)
  return {
    columns: {
      approvedBy: username,
      approvedName: realname,
      approvedAt: new Date(nowMs),
      approvedNo: product.contentNo,
      reason: null,
    },
    note: given.note ?? '',
  }
}

/** @throws AppError wxProduct.past, wxProduct.drill */
async function scheduleStep({ trx, product, nowMs, given }: Deciding): Promise<Step> {
  const atMs = given.atMs ?? nowMs
  if (atMs < nowMs) throw new AppError('wxProduct.past')
  // If it may have been submitted already, only its outcome is checked: nothing is sent.
  if (!isUnsure(product)) {
    if (await isDrill(trx, product)) throw new AppError('wxProduct.drill')
    await assertSendable(trx, product, nowMs)
  }
  const at = new Date(atMs)
  return {
    columns: { scheduleAt: at, lookAt: at, reason: null, trouble: null, attempts: 0 },
    note: given.atMs == null ? '立即发布' : `定于 ${formatGmt8(atMs).slice(0, 16)}`,
  }
}

/**
 * Two different persons must state that the account never published it; only then is the old submission forgotten, so
 * that it can be published as new.
 *
 * @throws AppError wxProduct.not_unsure, wxProduct.not_lost, wxProduct.lost_same_person
 */
function lostStep(decision: 'lose' | 'forget', { product, actor, nowMs, given }: Deciding): Step {
  const { username, realname } = authorOf(actor.user)
  if (!isUnsure(product)) throw new AppError('wxProduct.not_unsure')
  if (decision === 'lose') {
    const note = given.note ?? ''
    return { columns: { lostBy: username, lostName: realname, lostAt: new Date(nowMs) }, note }
  }
  if (product.lostBy === null) throw new AppError('wxProduct.not_lost')
  if (product.lostBy === username) throw new AppError('wxProduct.lost_same_person')
  return { columns: { ...FORGOTTEN, ...NOT_LOST, attempts: 0, reason: '已由两人确认未发出，可重新发布或改为草稿' } }
}

async function stepOf(decision: Decision, deciding: Deciding): Promise<Step> {
  const { trx, product, actor, nowMs, given } = deciding
  const { username, realname } = authorOf(actor.user)
  switch (decision) {
    case 'submit': {
      await assertSendable(trx, product, nowMs)
      const at = new Date(nowMs)
      return { columns: { submittedBy: username, submittedName: realname, submittedAt: at, reason: null } }
    }
    case 'approve':
      return approveStep(deciding)
    case 'return': {
      const fault = await decideFault(trx, product, actor.user)
      if (fault === 'wxProduct.same_person') throw new AppError(fault)
      return { columns: { reason: given.note ?? '' }, note: given.note ?? '' }
    }
    case 'schedule':
      return scheduleStep(deciding)
    case 'retry': {
      const { columns, note } = await scheduleStep({ ...deciding, given: { atMs: null } })
      return { columns: { ...columns, ...NOT_LOST }, ...(note !== undefined && { note }) }
    }
    case 'lose':
    case 'forget':
      return lostStep(decision, deciding)
    case 'revise':
      // A changed text might be published a second time.
      if (isUnsure(product)) throw new AppError('wxProduct.unsure')
      return {
        columns: { ...NOT_APPROVED, ...FORGOTTEN, scheduleAt: null, lookAt: null, reason: null, trouble: null },
      }
    case 'recall':
      // The worker removes it from the account.
      return {
        columns: { reason: given.note ?? '', recallAt: new Date(nowMs), lookAt: new Date(nowMs), attempts: 0 },
        note: given.note ?? '',
      }
    case 'unschedule':
      return { columns: { scheduleAt: null, lookAt: null } }
    case 'withdraw':
      return { columns: {} }
    case 'archive':
      return { columns: { lookAt: null } }
  }
}

/** @throws AppError row.not_found, wxProduct.state, row.conflict */
async function lockFor(trx: Tx, actor: Actor, { id, version }: Seen, decision: Decision): Promise<StoredProduct> {
  const product = await lockProduct(trx, actor.user.scope, id)
  if (product === undefined) throw new AppError('row.not_found')
  if (nextWxProductState(product.state, decision) === undefined) throw new AppError('wxProduct.state')
  if (product.version !== version) throw new AppError('row.conflict')
  return product
}

async function tell({ trx, product, nowMs }: Deciding, decision: Decision, authors: readonly string[], note: string) {
  const isGrave = isGraveWarning({ type: product.type, severity: product.severity })
  if (decision === 'submit') return tellReviewers(trx, product, { authors, isGrave }, nowMs)
  if (decision === 'approve') return tellAuthor(trx, product, '已批准', nowMs)
  if (decision === 'return') return tellAuthor(trx, product, `已退回：${note}`, nowMs)
  if (decision === 'forget') return tellAuthor(trx, product, '已由两人确认未发出，可重新发布', nowMs)
  return decision === 'recall' ? tellAuthor(trx, product, `已撤回：${note}`, nowMs) : []
}

/** Applies a decision if the product is unchanged since the caller saw it. */
export async function decide(
  { db, bus, now }: DecisionDeps,
  actor: Actor,
  decision: Decision,
  seen: Seen,
  given: Given = {},
): Promise<WxProduct> {
  const nowMs = now()
  const { view, told } = await db.transaction().execute(async (trx) => {
    const product = await lockFor(trx, actor, seen, decision)
    const deciding = { trx, product, actor, nowMs, given }
    const { columns, note = '' } = await stepOf(decision, deciding)
    const from = product.state
    const to = nextWxProductState(from, decision)
    if (to === undefined) throw new AppError('wxProduct.state')
    const { username, realname: who } = authorOf(actor.user)
    const move = {
      id: product.id,
      version: product.version,
      from,
      to,
      action: decision,
      at: new Date(nowMs),
      who,
      note,
    }
    if (!(await moveProduct(trx, { ...move, columns }))) throw new AppError('row.conflict')
    await writeOperation(trx, actor, {
      content: `${WX_PRODUCT_ACTIONS[decision]}：微信产品 ${product.no} ${product.title}`,
      operateType: OPERATE.edit,
      objectId: product.id,
      detail: { table: 'mon_wx_product', before: { state: from }, after: { state: to, note } },
    })
    const authors = [username, ...(await findEditors(trx, product))]
    const after = await findProduct(trx, actor.user.scope, product.id)
    if (after === undefined) throw new AppError('row.not_found')
    return { view: productView(after), told: await tell(deciding, decision, authors, note) }
  })
  for (const message of told) bus.publish('notice', message)
  return view
}
