import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { DutyAssignment, DutyBoard } from '@natim/contract/mon/duty'
import { dutyEndpoints } from '@natim/contract/mon/duty'
import { addDays } from '@natim/domain/duty'
import { MINUTE_MS } from '@natim/domain/time'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { useNotify } from '@/lib/notify.ts'
import { useSession } from '@/lib/session/session-store.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { holesOf } from '../duty-words.ts'
import { useDutyCall } from '../use-duty-call.ts'
import { AssignDialog } from './assign-dialog.tsx'
import type { OpenCell } from './open-cell.ts'
import styles from './roster-panel.module.css'
import { SwapDialog } from './swap-dialog.tsx'
import { SwapList } from './swap-list.tsx'
import { WeekGrid } from './week-grid.tsx'

export interface RosterPanelProps {
  readonly board: DutyBoard | undefined
  readonly isReloading: boolean
  readonly failure?: { readonly message: string; readonly onRetry: () => void; readonly asOf: string }
  readonly onWeek: (weeks: number) => void
}

/** 排班: the week with assignments, holes and swap requests. */
export function RosterPanel({ board, isReloading, failure, onWeek }: RosterPanelProps) {
  const [cell, setCell] = useState<OpenCell>()
  const [swap, setSwap] = useState<DutyAssignment>()
  const userId = useSession(({ user }) => user?.id)
  const mayEdit = R.useMay(dutyEndpoints.assign)
  const maySwap = R.useMay(dutyEndpoints.askSwap)
  const nowMs = useTicker((now) => Math.floor(now / MINUTE_MS) * MINUTE_MS)
  useWeekKeys(onWeek)
  const open = (of: OpenCell) => {
    if (mayEdit) setCell(of)
    else if (maySwap && of.held?.userId === userId) setSwap(of.held)
  }
  return (
    <Panel
      title="排班"
      meta={board && metaOf(board, nowMs)}
      actions={<WeekSteps board={board} onWeek={onWeek} />}
      isFlush
      isReloading={isReloading}
      {...(failure && {
        error: { message: `排班加载失败：${failure.message}`, onRetry: failure.onRetry },
        dataAsOf: failure.asOf,
      })}
    >
      {board === undefined ? (
        <TableSkeleton rows={12} columns={8} />
      ) : board.teams.length === 0 ? (
        <EmptyState title="还没有值班组" hint={mayEdit ? '用右上角的「值班组」新增' : '请联系管理员新增值班组'} />
      ) : (
        <div className={styles.body}>
          <div className={styles.scroller}>
            <WeekGrid board={board} nowMs={nowMs} userId={userId} onOpen={open} />
          </div>
          {board.assignments.length === 0 && <NoRoster week={board.week} mayEdit={mayEdit} />}
          <SwapList board={board} userId={userId} />
        </div>
      )}
      {cell && board && <AssignDialog cell={cell} onClose={() => setCell(undefined)} />}
      {swap && board && <SwapDialog board={board} give={swap} onClose={() => setSwap(undefined)} />}
    </Panel>
  )
}

function metaOf(board: DutyBoard, nowMs: number): string {
  const missing = holesOf(board, nowMs).length
  return `${board.teams.length} 个班组 · ${missing === 0 ? '已排满' : `缺 ${missing} 个班次`}`
}

/** `[` and `]`: previous and next week. */
function useWeekKeys(onWeek: (weeks: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '[') onWeek(-1)
      if (event.key === ']') onWeek(1)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

function WeekSteps({
  board,
  onWeek,
}: {
  readonly board: DutyBoard | undefined
  readonly onWeek: (weeks: number) => void
}) {
  return (
    <span className={styles.steps}>
      <IconButton icon={<LeftOutlined />} aria-label="上一周" onClick={() => onWeek(-1)} />
      <span className="t-value">{board && `${board.week.slice(5)} – ${addDays(board.week, 6).slice(5)}`}</span>
      <IconButton icon={<RightOutlined />} aria-label="下一周" onClick={() => onWeek(1)} />
    </span>
  )
}

function NoRoster({ week, mayEdit }: { readonly week: string; readonly mayEdit: boolean }) {
  const { isBusy, run } = useDutyCall()
  const notify = useNotify()
  const copy = async () => {
    const failure = await run(dutyEndpoints.copyWeek, { body: { week } })
    if (failure) notify.line(failure.message, 'error')
  }
  return (
    <div className={styles.empty}>
      本周未排班
      {mayEdit && (
        <Button type="primary" loading={isBusy} onClick={() => void copy()}>
          复制上周
        </Button>
      )}
    </div>
  )
}
