import { WarningOutlined } from '@ant-design/icons'
import { SAT_PURPOSES, type SatTaskDetail } from '@natim/contract/mon/sat'
import { SAT_STATES } from '@natim/domain/sat-task'
import { tleWarning } from '@natim/domain/sat-tle'
import { useState } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useListState } from '@/lib/list-state.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Gantt } from '../list/gantt.tsx'
import type { DrawnPass } from '../map/sat-layers.ts'
import { SatMap } from '../map/sat-map.tsx'
import { PassTable } from '../pass-table.tsx'
import { Ranking } from '../ranking.tsx'
import sat from '../sat.module.css'
import { passKey, revisitText, STATE_TONES, secondText, windowText } from '../sat-text.ts'
import { useSatOrders, useSatTask } from '../use-sat.ts'
import { Acquisitions } from './acquisitions.tsx'
import { Approval } from './approval.tsx'
import { AreaStrip } from './area-strip.tsx'
import styles from './detail.module.css'
import { Products, useChosen } from './products.tsx'
import { Replan } from './replan.tsx'
import { Stepper } from './stepper.tsx'
import { TaskActions } from './task-actions.tsx'
import { TaskLog } from './task-log.tsx'

/** 任务详情 (design 38). */
export default function TaskDetailPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useSatTask(id)
  useTabTitle(data?.no)
  if (data) return <Detail task={data} />
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <DetailOutline />
}

const DEFAULTS = { view: 'table' }

function Detail({ task }: { readonly task: SatTaskDetail }) {
  const orders = useSatOrders()
  const [active, setActive] = useState<string>()
  const [chosen, setChosen] = useChosen()
  const shown: DrawnPass[] = task.passes.map(({ rank, ...pass }) => ({ pass, rank: rank ?? 0 }))
  const choices = shown.filter(({ rank }) => rank > 0).toSorted((a, b) => a.rank - b.rank)
  const inHand = task.choiceRank > 0 ? choices.find(({ rank }) => rank === task.choiceRank) : choices[0]
  const pointed = shown.find(({ pass }) => passKey(pass) === active) ?? inHand
  return (
    <div className={styles.page}>
      <PageHead
        title={
          <span className={styles.title}>
            {task.title} <Tag tone={STATE_TONES[task.state]}>{SAT_STATES[task.state]}</Tag>
            <Tag>优先级 {task.priority}</Tag>
            <Tag>{SAT_PURPOSES[task.purpose]}</Tag>
          </span>
        }
        meta={<Facts task={task} />}
        actions={<TaskActions task={task} orders={orders} />}
      />
      <Stepper task={task} />
      <div className={styles.columns}>
        <Panel isFlush>
          <div className={styles.map}>
            <SatMap area={task.area} passes={choices} active={pointed} />
          </div>
          <AreaStrip task={task} />
        </Panel>
        <div className={styles.side}>
          <Passes
            task={task}
            shown={[...choices, ...shown.filter(({ rank }) => rank === 0)]}
            active={active}
            onActive={setActive}
          />
          <Panel isFlush title="排序方案" meta="失败后自动取下一方案并告知申请人">
            <Ranking choices={choices} onActive={setActive} />
          </Panel>
          <Approval task={task} orders={orders} />
          <Replan task={task} orders={orders} />
          <Acquisitions task={task} />
        </div>
      </div>
      <Products task={task} chosen={chosen} onChosen={setChosen} />
      <TaskLog task={task} />
    </div>
  )
}

const Facts = ({ task }: { readonly task: SatTaskDetail }) => (
  <span className={styles.facts}>
    <span>{task.no}</span>
    {task.incident && <span>关联事件 {task.incident}</span>}
    {task.requestedBy && (
      <span>
        申请 {task.requestedBy.name}
        {task.requestedMs !== null && ` · ${secondText(task.requestedMs)}`}
      </span>
    )}
    <span>
      窗口 {windowText(task)} · {revisitText(task)}
    </span>
  </span>
)

interface PassesProps {
  readonly task: SatTaskDetail
  readonly shown: readonly DrawnPass[]
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
}

function Passes({ task, shown, active, onActive }: PassesProps) {
  const [{ view }, change] = useListState(DEFAULTS)
  const warning = task.tleEpochMs === null ? undefined : tleWarning(task.tleEpochMs, serverNow())
  const usable = shown.filter(({ pass }) => pass.fault === null).length
  return (
    <Panel
      isFlush
      title="过境"
      meta={shown.length > 0 && `窗口内 ${shown.length} 次 · ${usable} 次满足约束`}
      actions={
        <span className={styles.switch} role="group" aria-label="过境的显示">
          {(['table', 'gantt'] as const).map((key) => (
            <button key={key} type="button" aria-pressed={view === key} onClick={() => change({ view: key })}>
              {key === 'table' ? '表' : '甘特'}
            </button>
          ))}
        </span>
      }
    >
      {warning && (
        <p className={sat.warning} role="status">
          <WarningOutlined aria-hidden /> {warning}
        </p>
      )}
      <div className={styles.passes}>
        {view === 'gantt' ? (
          <Gantt fromMs={task.fromMs} toMs={task.toMs} rows={ganttRows(shown)} onPick={(key) => onActive(key)} />
        ) : (
          <PassTable passes={shown} offNadirMax={task.offNadirMax} active={active} onActive={onActive} />
        )}
      </div>
    </Panel>
  )
}

/** One row per satellite. */
function ganttRows(passes: readonly DrawnPass[]) {
  const codes = [...new Set(passes.map(({ pass }) => pass.satCode))].toSorted()
  return codes.map((code) => ({
    key: code,
    label: code,
    passes: passes
      .filter(({ pass }) => pass.satCode === code)
      .map(({ pass, rank }) => ({ key: passKey(pass), rank, startMs: pass.startMs, isFaulty: pass.fault !== null })),
  }))
}
