import { ClockCircleOutlined } from '@ant-design/icons'
import { type DutyHandover, type DutyTeam, dutyEndpoints } from '@natim/contract/mon/duty'
import { formatClock, formatCountdown } from '@natim/domain/format'
import { Select } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './handover.module.css'
import { HandoverForm } from './handover-form.tsx'

const REFRESH_MS = 30_000

export const useCurrentHandover = (teamId: string | undefined) =>
  useEndpoint(
    dutyEndpoints.handover,
    { query: { teamId: teamId ?? '' } },
    { enabled: teamId !== undefined, refetchInterval: REFRESH_MS },
  )

interface HandoverPanelProps {
  readonly teams: readonly DutyTeam[] | undefined
  readonly teamId: string | undefined
  readonly onTeam: (teamId: string) => void
}

/** 交接班 of one team, beside the week. */
export function HandoverPanel({ teams, teamId, onTeam }: HandoverPanelProps) {
  const answer = useCurrentHandover(teamId)
  const { data, error, retry, atMs } = R.useLastGood(answer, teamId)
  const handover = data?.teamId === teamId ? data : undefined
  return (
    <Panel
      title="交接班"
      meta={handover && shiftsOf(handover)}
      actions={
        <span className={styles.headActions}>
          {handover && handover.takenMs === null && <Left toMs={handover.toMs} />}
          {teams !== undefined && teams.length > 1 && (
            <Select
              aria-label="值班组"
              size="small"
              value={teamId}
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={onTeam}
            />
          )}
        </span>
      }
      isFlush
      {...(error && {
        error: { message: `交接班加载失败：${error.message}`, onRetry: retry },
        ...(handover && { dataAsOf: formatClock(atMs) }),
      })}
    >
      {handover ? (
        <HandoverForm key={handover.assignmentId} handover={handover} />
      ) : answer.data === null || teams?.length === 0 ? (
        <EmptyState title="当前无人值班" hint="排班后可在这里交接班" />
      ) : (
        !error && <BlockSkeleton height={420} />
      )}
    </Panel>
  )
}

/** `早 → 中 · 16:00` */
export const shiftsOf = ({ shiftName, nextShiftName, toMs }: DutyHandover) =>
  `${shiftName}班 → ${nextShiftName === null ? '无人接班' : `${nextShiftName}班`} · ${formatClock(toMs).slice(0, 5)}`

/** Counts down to the end of the shift, then up. */
export function Left({ toMs }: { readonly toMs: number }) {
  const text = useTicker((now) =>
    now < toMs ? `距交班 ${formatCountdown(toMs - now)}` : `已过 ${formatCountdown(now - toMs)}`,
  )
  const isLate = useTicker((now) => now >= toMs)
  return (
    <span className={styles.left} data-late={isLate || undefined}>
      <ClockCircleOutlined aria-hidden /> {text}
    </span>
  )
}
