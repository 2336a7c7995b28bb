import type { BusMessages } from '../../platform/bus.ts'
import type { Tx } from '../../platform/db/db.ts'
import { escapeHtml } from '../../platform/html.ts'
import { findHolders, findUserId, postSystemNotice } from '../notice/index.ts'
import type { StoredProduct } from './product.repository.ts'

type Told = BusMessages['notice']
type Named = Pick<StoredProduct, 'id' | 'no' | 'title'>

async function post(
  trx: Tx,
  userIds: readonly string[],
  { id, no, title }: Named,
  text: string,
  nowMs: number,
): Promise<Told[]> {
  if (userIds.length === 0) return []
  const line = `微信产品 ${no} ${text}`
  const notice = {
    userIds: [...userIds],
    title: line.slice(0, 100),
    html: `<p>${escapeHtml(`${line}：${title}`)}</p>`,
    priority: 'M' as const,
    busType: 'wxProduct',
    busId: id,
    openPage: `/mon/wx/product/edit/${id}`,
  }
  return [await postSystemNotice(trx, notice, new Date(nowMs))]
}

/** Notifies the submitter. */
export async function tellAuthor(trx: Tx, product: StoredProduct, text: string, nowMs: number): Promise<Told[]> {
  const id = product.submittedBy === null ? undefined : await findUserId(trx, product.submittedBy)
  return id === undefined ? [] : post(trx, [id], product, text, nowMs)
}

/** Notifies users who may approve it, except its authors. */
export async function tellReviewers(
  trx: Tx,
  product: StoredProduct,
  { authors, isGrave }: { readonly authors: readonly string[]; readonly isGrave: boolean },
  nowMs: number,
): Promise<Told[]> {
  const code = isGrave ? 'mon:wx:product:warn' : 'mon:wx:product:approve'
  return post(trx, await findHolders(trx, code, product, authors), product, '待审核', nowMs)
}
