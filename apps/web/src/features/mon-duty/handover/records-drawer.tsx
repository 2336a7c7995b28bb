import { type DutyHandover, dutyEndpoints } from '@natim/contract/mon/duty'
import { formatShortTime } from '@natim/domain/format'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import styles from './handover.module.css'
import { HandoverForm } from './handover-form.tsx'

/** 交接记录 of a team: signed handovers, unchanged. */
export function RecordsDrawer({ teamId, onClose }: { readonly teamId: string; readonly onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(dutyEndpoints.handovers, { query: { teamId } })
  return (
    <SideDrawer isOpen title="交接记录" width={560} isFullOnPhone onClose={onClose}>
      {error && <ErrorBar message={`交接记录加载失败：${error.message}`} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <TableSkeleton rows={6} columns={3} />
      ) : data.length === 0 ? (
        <EmptyState title="还没有交接记录" hint="两人签字后的交接会留在这里" />
      ) : (
        data.map((record) => <Record key={record.assignmentId} record={record} />)
      )}
    </SideDrawer>
  )
}

function Record({ record }: { readonly record: DutyHandover }) {
  const [isOpen, setIsOpen] = useState(false)
  const { teamName, shiftName, fromMs, fromName, toName, takenMs } = record
  return (
    <details className={styles.record} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <b>
          {formatShortTime(fromMs).slice(0, 5)} {teamName} {shiftName}班
        </b>
        <span>
          {fromName} → {toName}
        </span>
        <span className="t-caption">{takenMs !== null && `${formatShortTime(takenMs)} 签字`}</span>
      </summary>
      {isOpen && <HandoverForm handover={record} />}
    </details>
  )
}
