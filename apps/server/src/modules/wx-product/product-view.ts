import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { WX_PRODUCT_ACTIONS } from '@natim/domain/wx-product'
import { coverOf, type findLog, isUnsure, type StoredProduct } from './product.repository.ts'

const person = (username: string | null, name: string | null) =>
  username === null ? null : { username, name: name ?? username }

/** A product in the form lists show it. */
export const productView = (row: StoredProduct): WxProduct => ({
  id: row.id,
  no: row.no,
  title: row.title,
  summary: row.summary,
  type: row.type,
  severity: row.severity,
  audience: row.audience,
  regionCode: row.regionCode,
  drill: row.drill,
  causeNo: row.causeNo,
  cover: coverOf(row),
  state: row.state,
  version: row.version,
  contentNo: row.contentNo,
  editedBy: person(row.editBy, row.editName),
  submittedBy: person(row.submittedBy, row.submittedName),
  approvedBy: person(row.approvedBy, row.approvedName),
  updateMs: row.updateTime.getTime(),
  scheduleMs: row.scheduleAt?.getTime() ?? null,
  publishMs: row.publishAt?.getTime() ?? null,
  recallMs: row.recallAt?.getTime() ?? null,
  isRemovalDue: row.state === 'recalled' && row.removedAt === null,
  reason: row.reason,
  trouble: row.trouble,
  url: row.url,
  isUnsure: isUnsure(row),
  lost:
    row.lostBy === null || row.lostAt === null
      ? null
      : { username: row.lostBy, name: row.lostName ?? row.lostBy, atMs: row.lostAt.getTime() },
  stats: { read: row.readN, like: row.likeN, share: row.shareN, fav: row.favN },
})

const ACTIONS: Readonly<Record<string, string>> = { ...WX_PRODUCT_ACTIONS, add: '新建' }

export const logView = (row: Awaited<ReturnType<typeof findLog>>[number]): WxProductDetail['log'][number] => ({
  id: String(row.id),
  atMs: row.at.getTime(),
  action: ACTIONS[row.action] ?? row.action,
  from: row.fromState,
  to: row.toState,
  who: row.who,
  note: row.note,
})
