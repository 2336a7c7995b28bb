import type { MyNoticeRow, NoticeRow } from '@natim/contract/system/notice'
import type { MenuNode } from '@natim/contract/system/session'

/** An announcement with the fields needed to open it. */
export type OpenableNotice = Pick<
  NoticeRow,
  | 'id'
  | 'title'
  | 'sender'
  | 'sender_dictText'
  | 'sendTime'
  | 'createTime'
  | 'msgContent'
  | 'priority'
  | 'openType'
  | 'openPage'
  | 'busId'
>

/** A row of the user's own announcements has its own id besides that of the announcement. */
export const fromMyNotice = (row: MyNoticeRow): OpenableNotice => ({ ...row, id: row.anntId })

/** Publication time; drafts seen by their author have none (SH-45). */
export const publishedAt = ({ sendTime, createTime }: Pick<OpenableNotice, 'sendTime' | 'createTime'>): string =>
  sendTime || createTime

function findPath(menu: readonly MenuNode[], component: string): string | undefined {
  for (const node of menu) {
    if (node.component === component && node.route === '1') return node.path
    const below = findPath(node.children ?? [], component)
    if (below !== undefined) return below
  }
  return undefined
}

/**
 * Address of the page that shows a record, for `openType` component (SH-49): pages live in tabs, so the component is
 * opened where the user's menu has it, with the record id as its parameter or, where it takes none, as `?id=`.
 * Undefined when this user has no such page.
 */
export function pagePathOf(menu: readonly MenuNode[], component: string, recordId: string | null): string | undefined {
  const path = findPath(menu, component)
  if (path === undefined || recordId === null || recordId === '') return path?.includes(':') ? undefined : path
  const id = encodeURIComponent(recordId)
  return path.includes(':') ? path.replace(/:\w+/, id) : `${path}?id=${id}`
}
