import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { MAX_TIMELINE_TASKS, satEndpoints } from '@natim/contract/mon/sat'
import { DAY_MS, formatGmt8, parseGmt8 } from '@natim/domain/time'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import styles from '../product.module.css'
import { SAT, STATE_TONES } from '../sat-text.ts'
import { Calendar } from './calendar.tsx'
import { Gantt } from './gantt.tsx'

const GANTT_DAYS = 7
const BEFORE_DAYS = 2
/** Reaches into the next month from any day of the current one. */
const MONTH_MS = 32 * DAY_MS

const startOfDay = (ms: number) => parseGmt8(`${formatGmt8(ms).slice(0, 10)} 00:00:00`) ?? ms
const startOfMonth = (ms: number) => parseGmt8(`${formatGmt8(ms).slice(0, 7)}-01 00:00:00`) ?? ms
const nextMonth = (ms: number) => startOfMonth(startOfMonth(ms) + MONTH_MS)
const formerMonth = (ms: number) => startOfMonth(startOfMonth(ms) - DAY_MS)

/** Tasks on a one-week timeline, or in a month calendar. */
export function Timeline({ view }: { readonly view: 'gantt' | 'calendar' }) {
  const isWeek = view === 'gantt'
  const [anchorMs, setAnchor] = useState(serverNow)
  const navigate = useNavigate()
  const from = isWeek ? startOfDay(anchorMs) - BEFORE_DAYS * DAY_MS : startOfMonth(anchorMs)
  const to = isWeek ? from + GANTT_DAYS * DAY_MS : nextMonth(anchorMs)
  const { data, error, refetch } = useEndpoint(satEndpoints.timeline, { query: { from, to } }, { staleTime: 0 })
  const step = (by: -1 | 1) =>
    setAnchor(isWeek ? anchorMs + by * GANTT_DAYS * DAY_MS : by > 0 ? nextMonth(anchorMs) : formerMonth(anchorMs))
  const label = isWeek
    ? `${formatGmt8(from).slice(0, 10)} – ${formatGmt8(to - 1).slice(5, 10)}`
    : formatGmt8(from).slice(0, 7)
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label={isWeek ? '上一周' : '上个月'}
          onClick={() => step(-1)}
        />
        <b className="num">{label}</b>
        <Button
          size="small"
          icon={<RightOutlined />}
          aria-label={isWeek ? '下一周' : '下个月'}
          onClick={() => step(1)}
        />
        <Button size="small" onClick={() => setAnchor(serverNow())}>
          今天
        </Button>
      </div>
      <div style={{ overflowX: 'auto' }}>
        {data ? (
          isWeek ? (
            <Gantt
              fromMs={from}
              toMs={to}
              onPick={(id) => navigate(SAT.task(id))}
              rows={data.map((task) => ({
                key: task.id,
                label: task.title,
                title: `${task.no} ${task.title}`,
                span: { fromMs: task.fromMs, toMs: task.toMs, tone: STATE_TONES[task.state] },
                passes: task.passes.map(({ id, rank, startMs }) => ({ key: id, rank, startMs })),
              }))}
            />
          ) : (
            <Calendar fromMs={from} toMs={to} tasks={data} />
          )
        ) : error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} />
        ) : (
          <BlockSkeleton height={280} />
        )}
      </div>
      {data && data.length >= MAX_TIMELINE_TASKS && <Cut />}
    </>
  )
}

const Cut = () => (
  <p className={styles.cut} role="note">
    该时段的任务较多，只画出 {MAX_TIMELINE_TASKS} 个；其余请在列表中查看。
  </p>
)
