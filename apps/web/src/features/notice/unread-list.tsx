import type { NoticeRow } from '@natim/contract/system/notice'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { BlockSkeleton } from '../../ui/skeleton.tsx'
import { publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import styles from './notice-bell.module.css'

export interface UnreadListProps {
  /** Undefined before the first answer. */
  readonly notices: readonly NoticeRow[] | undefined
  /** Noun for the empty text: 通知. */
  readonly noun: string
  readonly error: string | undefined
  readonly onRetry: () => void
  readonly onOpen: (notice: NoticeRow) => void
}

/** Unread announcements of one kind, newest first. */
export function UnreadList({ notices, noun, error, onRetry, onOpen }: UnreadListProps) {
  if (error !== undefined) return <ErrorState message={`加载失败：${error}`} onRetry={onRetry} />
  if (notices === undefined) return <BlockSkeleton height={180} />
  if (notices.length === 0) return <EmptyState title={`没有未读${noun}`} />
  return (
    <ul className={styles.list}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <button type="button" className={styles.item} onClick={() => onOpen(notice)}>
            <span className={styles.itemTitle}>
              <span className="ellipsis" title={notice.title}>
                {notice.title}
              </span>
              <PriorityTag priority={notice.priority} />
            </span>
            <span className="t-caption">{publishedAt(notice)} 发布</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
