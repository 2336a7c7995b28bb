import { myNoticeEndpoints } from '@natim/contract/system/notice'
import { Link } from 'react-router'
import { MY_NOTICES_PATH } from '../../../lib/page-paths.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { BlockSkeleton } from '../../../ui/skeleton.tsx'
import { fromMyNotice, publishedAt } from '../../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../../widgets/notice/priority-tag.tsx'
import { useOpenNotice } from '../../../widgets/notice/use-open-notice.ts'
import styles from './own-notices.module.css'

const SHOWN = 5

/** The latest announcements to the user, unread ones first. */
export function OwnNotices() {
  const { data, error, refetch, isFetching } = useEndpoint(myNoticeEndpoints.list, {
    query: { pageNo: 1, pageSize: SHOWN },
  })
  return (
    <Panel
      title="我的公告"
      meta={data && `共 ${data.total} 条`}
      actions={<Link to={MY_NOTICES_PATH}>查看全部</Link>}
      isFlush
      isReloading={isFetching && data !== undefined}
    >
      {error ? (
        <ErrorState message={`加载失败：${error.message}`} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <BlockSkeleton height={200} />
      ) : data.records.length === 0 ? (
        <EmptyState title="还没有公告" />
      ) : (
        <NoticeRows rows={data.records} />
      )}
    </Panel>
  )
}

function NoticeRows({ rows }: { readonly rows: readonly Parameters<typeof fromMyNotice>[0][] }) {
  const open = useOpenNotice()
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <button
            type="button"
            className={styles.notice}
            data-unread={row.readFlag === '0'}
            onClick={() => open(fromMyNotice(row))}
          >
            <PriorityTag priority={row.priority} />
            <span className={`grow ellipsis ${styles.title}`}>{row.title}</span>
            {row.readFlag === '0' && <span className={styles.unread}>未读</span>}
            <time className="t-caption">{publishedAt(row).slice(5, 16)}</time>
          </button>
        </li>
      ))}
    </ul>
  )
}
