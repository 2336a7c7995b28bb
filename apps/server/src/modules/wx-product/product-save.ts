import type { WxProduct, WxProductForm } from '@natim/contract/mon/wx-product'
import { formatGmt8 } from '@natim/domain/time'
import { WX_EDITABLE } from '@natim/domain/wx-product'
import { asksTheSame, isDataBlock } from '@natim/domain/wx-product-body'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findFile } from '../files/index.ts'
import { findCause } from './cause.repository.ts'
import { regionPrefix, takeSnapshot } from './figures.ts'
import {
  blocksOf,
  findProduct,
  insertProduct,
  lockProduct,
  type ProductColumns,
  type StoredProduct,
  snapshotOf,
  takeNumber,
  updateText,
} from './product.repository.ts'
import { productView } from './product-view.ts'

export interface SaveDeps {
  readonly db: Db
  readonly now: () => number
}

/** Users with national scope may write about the whole country, others about their regions. */
function seesRegion({ regionPrefixes }: DataScope, regionCode: string): boolean {
  if (regionPrefixes.includes('*')) return true
  const own = regionPrefix(regionCode)
  return own !== undefined && regionPrefixes.some((prefix) => own.startsWith(prefix))
}

/** @throws AppError wxProduct.picture */
async function assertPictures(db: Db, actor: Actor, { cover, blocks }: WxProductForm): Promise<void> {
  const paths = [
    ...(cover ? [cover.path] : []),
    ...blocks.flatMap((block) => (block.type === 'image' ? [block.path] : [])),
  ]
  for (const path of new Set(paths)) {
    const file = await findFile(db, path)
    const isUsable =
      file && !file.isPrivate && file.mimeType.startsWith('image/') && file.tenantId === actor.user.tenantId
    if (!isUsable) throw new AppError('wxProduct.picture')
  }
}

/** @throws AppError wxProduct.region_beyond, wxProduct.cause, wxProduct.picture */
async function columnsOf(db: Db, actor: Actor, form: WxProductForm): Promise<ProductColumns> {
  const { scope } = actor.user
  if (!seesRegion(scope, form.regionCode)) throw new AppError('wxProduct.region_beyond')
  await assertPictures(db, actor, form)
  const isWarning = form.type === 'warning'
  const named = isWarning ? form.cause : null
  const cause = named ? await findCause(db, scope, named.kind, named.id) : undefined
  if (named && cause === undefined) throw new AppError('wxProduct.cause')
  const { type, title, summary, audience, regionCode, cover, blocks } = form
  return {
    type,
    title,
    summary,
    audience,
    regionCode,
    cover,
    blocks,
    severity: isWarning ? form.severity : null,
    causeKind: cause?.kind ?? null,
    causeId: cause?.id ?? null,
    causeNo: cause?.no ?? null,
    drill: form.drill || cause?.isDrill === true,
  }
}

const stored = async (trx: Tx, actor: Actor, id: string): Promise<WxProduct> => {
  const row = await findProduct(trx, actor.user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  return productView(row)
}

const note = (trx: Tx, actor: Actor, verb: string, operateType: number, product: WxProduct) =>
  writeOperation(trx, actor, {
    content: `${verb}微信产品：${product.no} ${product.title}`,
    operateType,
    objectId: product.id,
    detail: { table: 'mon_wx_product', after: { state: product.state, contentNo: product.contentNo } },
  })

/** WP-20261126-003: day of creation and sequence number on that day. */
export async function numberOf(trx: Tx, at: Date): Promise<string> {
  const day = formatGmt8(at.getTime()).slice(0, 10)
  return `WP-${day.replaceAll('-', '')}-${String(await takeNumber(trx, day)).padStart(3, '0')}`
}

/** @throws AppError wxProduct.region_beyond, wxProduct.cause, wxProduct.picture, wxProduct.place */
export async function addProduct({ db, now }: SaveDeps, actor: Actor, form: WxProductForm): Promise<WxProduct> {
  const columns = await columnsOf(db, actor, form)
  const { orgCode: sysOrgCode, regionPrefixes: scopePrefixes } = actor.user.scope
  const ground = { sysOrgCode, scopePrefixes, regionCode: columns.regionCode }
  const snapshot = await takeSnapshot(db, ground, form.blocks, now())
  const at = new Date(now())
  return db.transaction().execute(async (trx) => {
    const id = newId()
    const no = await numberOf(trx, at)
    await insertProduct(trx, { id, no, sysOrgCode, scopePrefixes, columns, snapshot, editor: authorOf(actor.user), at })
    const product = await stored(trx, actor, id)
    await note(trx, actor, '新增', OPERATE.add, product)
    return product
  })
}

/** Whether all data blocks and the region are unchanged, so that the figures can be kept. */
function asksAsBefore(before: StoredProduct, form: WxProductForm): boolean {
  const [olds, news] = [blocksOf(before).filter(isDataBlock), form.blocks.filter(isDataBlock)]
  return (
    before.regionCode === form.regionCode &&
    news.every((block) => olds.some((old) => asksTheSame(old, block)) && snapshotOf(before).figures[block.id])
  )
}

/** Tells the loser of a concurrent edit who was first. */
const edited = ({ editName, updateTime, contentNo }: StoredProduct) =>
  new AppError('wxProduct.edited', {
    data: { who: editName, time: formatGmt8(updateTime.getTime()).slice(5, 16), no: contentNo },
  })

/**
 * Edits drafts and returned products. @throws AppError row.not_found, wxProduct.state, wxProduct.edited, and those of
 * {@link addProduct}
 */
export async function editProduct(
  { db, now }: SaveDeps,
  actor: Actor,
  given: WxProductForm & { readonly id: string; readonly version: number; readonly refresh: boolean },
): Promise<WxProduct> {
  const { id, version, refresh, ...form } = given
  const seen = await findProduct(db, actor.user.scope, id)
  if (seen === undefined) throw new AppError('row.not_found')
  const columns = await columnsOf(db, actor, form)
  // All figures are from one snapshot: they are either all kept or all refreshed.
  const isKept = !refresh && asksAsBefore(seen, form)
  const ground = { sysOrgCode: seen.sysOrgCode, scopePrefixes: seen.scopePrefixes, regionCode: columns.regionCode }
  const taken = isKept ? snapshotOf(seen) : await takeSnapshot(db, ground, form.blocks, now())
  return db.transaction().execute(async (trx) => {
    const before = await lockProduct(trx, actor.user.scope, id)
    if (before === undefined) throw new AppError('row.not_found')
    if (before.version !== version && WX_EDITABLE.includes(before.state)) throw edited(before)
    if (!WX_EDITABLE.includes(before.state)) throw new AppError('wxProduct.state')
    await updateText(trx, before, columns, taken, authorOf(actor.user), new Date(now()))
    const product = await stored(trx, actor, id)
    await note(trx, actor, '编辑', OPERATE.edit, product)
    return product
  })
}
