import type { AlarmRow } from '@natim/contract/mon/alarm'
import { alarmEndpoints } from '@natim/contract/mon/alarm'
import type { IncidentDetail } from '@natim/contract/mon/incident'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { SeverityTag } from '@/ui/severity-glyph.tsx'
import { StateCell, TimeCell, ValueCell } from '@/widgets/alarm/alarm-cells.tsx'
import { subtitleOf } from '@/widgets/alarm/alarm-facts.ts'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './incident.module.css'
import { ReasonDialog } from './reason-dialog.tsx'
import { useIncidentOrders } from './use-incident.ts'

interface LinkedAlarmsProps {
  readonly detail: IncidentDetail
  readonly mayEdit: boolean
}

/** 关联报警: alarms within the reader's scope, most severe unacknowledged first. */
export function LinkedAlarms({ detail: { incident, alarms }, mayEdit }: LinkedAlarmsProps) {
  const orders = useIncidentOrders(incident)
  const mayOpen = R.useMay(alarmEndpoints.detail)
  const [removed, setRemoved] = useState<AlarmRow>()
  const rows = alarms.toSorted(
    (a, b) => Number(a.acked) - Number(b.acked) || a.severity - b.severity || b.triggerMs - a.triggerMs,
  )
  const { alarmCount, unackedCount } = incident
  return (
    <Panel
      isFlush
      title="关联报警"
      meta={`${alarmCount} 起${unackedCount > 0 ? ` · ${unackedCount} 起未确认` : ''}`}
      actions={mayOpen && <Link to={alarmListPath({ view: 'all', incidentId: incident.id })}>在列表中查看</Link>}
    >
      {rows.length === 0 ? (
        <EmptyState title="没有关联报警" />
      ) : (
        <ul className={styles.alarms}>
          {rows.map((row) => (
            <li key={row.id}>
              <SeverityTag level={row.severity} />
              <span className={styles.alarm}>
                {mayOpen ? <Link to={alarmListPath({ view: 'all' }, row.id)}>{row.title}</Link> : row.title}
                <span className="t-caption">
                  {subtitleOf(row)} · <TimeCell tsMs={row.triggerMs} />
                </span>
              </span>
              <ValueCell row={row} />
              <StateCell row={row} />
              {mayEdit && (
                <Button
                  type="link"
                  size="small"
                  aria-label={`移出 ${row.title} ${row.no}`}
                  onClick={() => setRemoved(row)}
                >
                  移出
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {alarmCount > rows.length && <p className={styles.more}>只列出 {rows.length} 起，其余在列表中查看</p>}
      {removed && (
        <ReasonDialog
          title="移出事件"
          okText="移出"
          hint={`${removed.title} · ${removed.no}，报警本身不变。`}
          isSaving={orders.isBusy}
          onClose={() => setRemoved(undefined)}
          onOk={(reason) => void orders.unlink(removed.id, reason).then((isDone) => isDone && setRemoved(undefined))}
        />
      )}
    </Panel>
  )
}
