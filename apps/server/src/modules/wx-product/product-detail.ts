import { ERRORS } from '@natim/contract/errors'
import type { WxContentVersion, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS } from '@natim/domain/time'
import { canWxProduct, type WxProductState } from '@natim/domain/wx-product'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findStale } from './figures.ts'
import {
  blocksOf,
  findIssueBefore,
  findLog,
  findProduct,
  findVersion,
  findVersions,
  type StoredProduct,
  snapshotOf,
} from './product.repository.ts'
import { logView, productView } from './product-view.ts'
import { causeOf, decideFault, faultOf } from './rules.ts'
import { findDays, findMostRead, sumReleases } from './stat.repository.ts'

/** States in which its figures can still be published. */
const LIVE: readonly WxProductState[] = ['draft', 'returned', 'in_review', 'approved', 'scheduled', 'failed']

type Compared = WxContentVersion & { readonly label: string }

/** Text to compare with: the last approved, else the last saved one; for a first text, the previous issue. */
async function findBefore(db: Db, user: SessionUser, row: StoredProduct): Promise<Compared | null> {
  const own = row.approvedNo !== null && row.approvedNo < row.contentNo ? row.approvedNo : row.contentNo - 1
  const version = own > 0 ? await findVersion(db, row.id, own) : undefined
  if (version) {
    const label = own === row.approvedNo ? `已批准的第 ${own} 版` : `第 ${own} 版`
    return {
      label,
      no: version.no,
      atMs: version.at.getTime(),
      editor: version.editorName,
      title: version.title,
      summary: version.summary,
      blocks: blocksOf(version),
      snapshot: snapshotOf(version),
    }
  }
  const issue = await findIssueBefore(db, user.scope, row)
  return issue
    ? {
        label: `上一期 ${issue.no}`,
        no: issue.contentNo,
        atMs: issue.updateTime.getTime(),
        editor: issue.editName,
        title: issue.title,
        summary: issue.summary,
        blocks: blocksOf(issue),
        snapshot: snapshotOf(issue),
      }
    : null
}

/** A product with all details. @throws AppError row.not_found */
export async function loadProduct(db: Db, user: SessionUser, id: string, nowMs: number): Promise<WxProductDetail> {
  const row = await findProduct(db, user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  const state = row.state
  const blocks = blocksOf(row)
  const [cause, before, versions, log, days] = await Promise.all([
    causeOf(db, row),
    findBefore(db, user, row),
    findVersions(db, id),
    findLog(db, id),
    findDays(db, id),
  ])
  const mayApprove = canWxProduct(state, 'approve') && user.permissions.has('mon:wx:product:approve')
  const fault = mayApprove ? await decideFault(db, row, user) : undefined
  return {
    ...productView(row),
    blocks,
    snapshot: snapshotOf(row),
    cause: cause
      ? { kind: cause.kind, id: cause.id, no: cause.no, severity: cause.severity, title: cause.title }
      : null,
    stale: LIVE.includes(state) ? await findStale(db, row, { blocks, snapshot: snapshotOf(row) }, nowMs) : [],
    fault: LIVE.includes(state) ? (faultOf(row, cause) ?? null) : null,
    mayDecide: mayApprove && fault === undefined,
    decideFault: fault ? ERRORS[fault].text : null,
    attempts: row.attempts,
    before,
    versions: versions.map(({ no, at, editorName }) => ({ no, atMs: at.getTime(), editor: editorName })),
    log: log.map(logView),
    days,
  }
}

/** Readers of products published in the last days. */
export async function loadStats(db: Db, scope: DataScope, days: number, nowMs: number) {
  const [from, to] = [new Date(nowMs - days * DAY_MS), new Date(nowMs)]
  const [byDay, top] = await Promise.all([sumReleases(db, scope, from, to), findMostRead(db, scope, from, to)])
  const sum = (of: 'articles' | 'read' | 'like' | 'share' | 'fav') => byDay.reduce((all, row) => all + row[of], 0)
  return {
    total: { articles: sum('articles'), read: sum('read'), like: sum('like'), share: sum('share'), fav: sum('fav') },
    days: byDay,
    top: top.map(productView),
  }
}
