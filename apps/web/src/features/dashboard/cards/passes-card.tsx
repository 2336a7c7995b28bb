import { type HomePass, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { formatCountdown } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useTicker } from '../../../ui/ticker.ts'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'

const REFRESH_MS = 300_000
const SHOWN = 5

/** 今日过境: today's passes selected by tasks, upcoming ones first. */
export function PassesCard({ region, isPaused }: CardProps) {
  const { data, error, refetch } = useEndpoint(
    homeCardEndpoints.passes,
    { query: { region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  return (
    <Panel
      title="今日过境"
      meta={data && `卫星任务 ${new Set(data.map(({ taskId }) => taskId)).size} 项 · 过境 ${data.length} 次`}
      actions={<Link to="/mon/sat/task">卫星任务</Link>}
      isFlush
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      {data ? (
        <Passes rows={data} />
      ) : (
        !error && (
          <div className={styles.inset}>
            <CardOutline rows={3} />
          </div>
        )
      )}
    </Panel>
  )
}

function Passes({ rows }: { readonly rows: readonly HomePass[] }) {
  // Rows are in time order, so past passes come first; they are shown last.
  const over = useTicker((now) => rows.filter(({ endMs }) => endMs <= now).length)
  if (rows.length === 0) return <EmptyState title="今天没有过境" hint="任务选定的过境会列在这里" />
  const ordered = [...rows.slice(over), ...rows.slice(0, over).toReversed()]
  return (
    <ul className={styles.list}>
      {ordered.slice(0, SHOWN).map((pass) => (
        <li key={`${pass.taskId}-${pass.startMs}`}>
          <Link to={`/mon/sat/task/${pass.taskId}`} className={styles.row}>
            <Tag>{pass.satCode}</Tag>
            <span className="ellipsis">
              {pass.title} · {pass.sensor}
            </span>
            <span className="t-caption">
              {formatGmt8(pass.startMs).slice(11, 16)} · <Until pass={pass} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Time until the pass, driven by the page's shared timer. */
function Until({ pass: { startMs, endMs } }: { readonly pass: HomePass }) {
  const text = useTicker((now) =>
    now >= endMs ? '已过境' : now >= startMs ? '过境中' : `−${formatCountdown(startMs - now)}`,
  )
  return <>{text}</>
}
