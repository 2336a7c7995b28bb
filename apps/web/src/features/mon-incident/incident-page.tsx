import { INCIDENT_STATUS } from '@natim/contract/dict'
import { type IncidentDetail, type IncidentRow, incidentEndpoints } from '@natim/contract/mon/incident'
import { formatDuration } from '@natim/domain/format'
import { type IncidentStatus, nextIncidentStates } from '@natim/domain/incident'
import { formatGmt8 } from '@natim/domain/time'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useTabTitle } from '@/lib/tab-title.ts'
import * as R from '@/resource/index.ts'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { useTicker } from '@/ui/ticker.ts'
import styles from './incident.module.css'
import { Level, Status } from './incident-resource.tsx'
import { LinkedAlarms } from './linked-alarms.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { Timeline } from './timeline.tsx'
import { useIncident, useIncidentOrders } from './use-incident.ts'

/** /mon/incident/room/:id: facts of an incident, its alarms, and the response (design 40). */
export default function IncidentPage() {
  const { id } = useParams()
  const { data, error, retry } = R.useLastGood(useIncident(id), id)
  useTabTitle(data?.incident.no)
  if (!data) return error ? <ErrorState message={error.message} onRetry={retry} /> : <DetailOutline />
  return (
    <>
      {error && <ErrorBar message={`更新失败：${error.message}`} onRetry={retry} />}
      <Room key={data.incident.id} detail={data} />
    </>
  )
}

function Room({ detail }: { readonly detail: IncidentDetail }) {
  const { incident } = detail
  const mayEdit = R.useMay(incidentEndpoints.entry)
  return (
    <div className={styles.page}>
      <PageHead
        title={
          <span className={styles.title}>
            {incident.title} <Level row={incident} /> <Status row={incident} />
          </span>
        }
        meta={<Facts incident={incident} />}
        actions={mayEdit && <Moves incident={incident} />}
      />
      <div className={styles.columns}>
        <Timeline detail={detail} mayEdit={mayEdit} />
        <LinkedAlarms detail={detail} mayEdit={mayEdit && incident.status !== 'closed'} />
      </div>
    </div>
  )
}

function Facts({ incident }: { readonly incident: IncidentRow }) {
  const { startMs, closedMs } = incident
  const lasted = useTicker((now) => formatDuration((closedMs ?? now) - startMs))
  return (
    <span className={styles.facts}>
      <span>{incident.no}</span>
      <span>{incident.type_dictText}</span>
      <span>{incident.regionText}</span>
      <span>
        {formatGmt8(startMs)} 开始 · {closedMs === null ? '已' : '历时'} {lasted}
      </span>
      <span>负责人 {incident.leadName}</span>
    </span>
  )
}

const MOVES: Readonly<Record<IncidentStatus, string>> = {
  open: '恢复处置',
  monitoring: '转入监视',
  closed: '关闭事件',
}

function Moves({ incident }: { readonly incident: IncidentRow }) {
  const orders = useIncidentOrders(incident)
  const [asked, setAsked] = useState<IncidentStatus>()
  return (
    <>
      {nextIncidentStates(incident.status).map((status) => (
        <Button key={status} onClick={() => setAsked(status)}>
          {MOVES[status]}
        </Button>
      ))}
      {asked && (
        <ReasonDialog
          title={MOVES[asked]}
          okText={asked === 'closed' ? '确认关闭' : MOVES[asked]}
          hint={
            asked === 'closed'
              ? '报警全部恢复后才能关闭；关闭后不能再并入或移出报警，仍可补充记录。'
              : `事件转为${INCIDENT_STATUS[asked]}。`
          }
          isSaving={orders.isBusy}
          onClose={() => setAsked(undefined)}
          onOk={(reason) => void orders.move(asked, reason).then((isDone) => isDone && setAsked(undefined))}
        />
      )}
    </>
  )
}
