import { findWxWords, isGraveWarning, type WxWord, type WxWordHit, warningFault } from '@natim/domain/wx-product'
import { blockName, writtenTexts } from '@natim/domain/wx-product-body'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { loadDictItems } from '../dict/index.ts'
import { type CauseRow, findCause } from './cause.repository.ts'
import { findStale, groundScope } from './figures.ts'
import { blocksOf, findEditors, type StoredProduct, snapshotOf } from './product.repository.ts'

/** Forbidden words from the dictionary, without disabled items. */
export async function loadWords(db: Db): Promise<WxWord[]> {
  const items = (await loadDictItems(db))['mon_wx_word'] ?? []
  return items.map(({ value, text }) => ({ word: String(value), advice: text }))
}

const wordsIn = (row: StoredProduct, words: readonly WxWord[]): WxWordHit[] =>
  findWxWords(writtenTexts({ title: row.title, summary: row.summary, blocks: blocksOf(row) }), words)

/** The cause of a warning as visible in its network; undefined = none, or no longer visible. */
export const causeOf = (db: Db, row: StoredProduct): Promise<CauseRow | undefined> =>
  row.causeKind === null || row.causeId === null
    ? Promise.resolve(undefined)
    : findCause(db, groundScope(row), row.causeKind, row.causeId)

/** Why a warning may not be published as it is. */
export function faultOf(row: StoredProduct, cause: CauseRow | undefined): string | undefined {
  if (row.causeId !== null && cause === undefined) return `关联的 ${row.causeNo ?? '事件'} 已排除或已关闭为误报`
  return warningFault({ type: row.type, severity: row.severity }, cause)
}

/**
 * Checks all requirements on a product before its next step.
 *
 * @throws AppError wxProduct.empty, wxProduct.words, wxProduct.warning, wxProduct.stale
 */
export async function assertSendable(db: Db, row: StoredProduct, nowMs: number): Promise<void> {
  const blocks = blocksOf(row)
  if (blocks.length === 0) throw new AppError('wxProduct.empty')
  const hits = wordsIn(row, await loadWords(db))
  if (hits.length > 0) {
    const words = hits.map(({ where, word, advice }) => `${where}“${word}”（${advice}）`).join('；')
    throw new AppError('wxProduct.words', { data: { words } })
  }
  const reason = faultOf(row, await causeOf(db, row))
  if (reason !== undefined) throw new AppError('wxProduct.warning', { data: { reason } })
  const stale = await findStale(db, row, { blocks, snapshot: snapshotOf(row) }, nowMs)
  if (stale.length > 0) {
    throw new AppError('wxProduct.stale', { data: { blocks: stale.map((id) => blockName(blocks, id)).join('、') } })
  }
}

/** Whether a product is based on a drill, as declared or by its cause; such products are not published. */
export async function isDrill(db: Db, row: StoredProduct): Promise<boolean> {
  return row.drill || (await causeOf(db, row))?.isDrill === true
}

/** Why a user may not decide about a product; undefined = allowed. */
export async function decideFault(
  db: Db,
  row: StoredProduct,
  user: SessionUser,
): Promise<'wxProduct.same_person' | 'wxProduct.needs_duty' | undefined> {
  const { username } = authorOf(user)
  if (row.submittedBy === username || (await findEditors(db, row)).includes(username)) return 'wxProduct.same_person'
  const isGrave = isGraveWarning({ type: row.type, severity: row.severity })
  return isGrave && !user.permissions.has('mon:wx:product:warn') ? 'wxProduct.needs_duty' : undefined
}
