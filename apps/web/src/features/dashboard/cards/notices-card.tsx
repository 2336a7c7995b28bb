import { type MyNoticeRow, myNoticeEndpoints } from '@natim/contract/system/notice'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useOpenNotice } from '../../../widgets/notice/use-open-notice.ts'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const SHOWN = 5
const REFRESH_MS = 120_000
const ANNOUNCEMENT = '1'

/** 最新公告: announcements to this user, unread ones first. */
export function NoticesCard({ isPaused }: CardProps) {
  const { data, error, refetch } = useEndpoint(
    myNoticeEndpoints.list,
    { query: { pageNo: 1, pageSize: SHOWN, msgCategory: ANNOUNCEMENT } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  return (
    <Panel
      title="最新公告"
      actions={<Link to="/isps/userAnnouncement">查看更多</Link>}
      isFlush
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? (
        <Notices rows={data.records} />
      ) : (
        !error && (
          <div className={styles.inset}>
            <CardOutline rows={SHOWN} />
          </div>
        )
      )}
    </Panel>
  )
}

function Notices({ rows }: { readonly rows: readonly MyNoticeRow[] }) {
  const open = useOpenNotice()
  if (rows.length === 0) return <EmptyState title="没有公告" hint="发布给您的公告会列在这里" />
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className={styles.row} onClick={() => open({ ...row, id: row.anntId })}>
            <Tag tone={row.priority === 'H' ? 'error' : row.priority === 'M' ? 'warning' : 'info'}>
              {row.priority_dictText}
            </Tag>
            <span className="ellipsis" data-unread={row.readFlag === '0' || undefined}>
              {row.title}
            </span>
            <span className="t-caption">{(row.sendTime ?? row.createTime).slice(5, 10)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
