import { WarningOutlined } from '@ant-design/icons'
import { type SatTask, type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { type AreaCheck, checkSatArea } from '@natim/domain/sat-area'
import { TLE_STALE_DAYS } from '@natim/domain/sat-tle'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import type { Drawing } from '@/widgets/map/drawing.ts'
import type { DrawnPass } from '../map/sat-layers.ts'
import { SatMap } from '../map/sat-map.tsx'
import { PassTable } from '../pass-table.tsx'
import { Ranking } from '../ranking.tsx'
import sat from '../sat.module.css'
import { passKey, SAT, secondText } from '../sat-text.ts'
import { useSatOrders } from '../use-sat.ts'
import { AreaFacts } from './area-facts.tsx'
import { areaOfDrawing } from './area-of-drawing.ts'
import { AreaTools } from './area-tools.tsx'
import { areaBody, drawn, ranked, type SatDraft, specKey } from './draft.ts'
import styles from './edit.module.css'
import { TaskForm } from './task-form.tsx'
import { type PassAnswer, usePasses } from './use-passes.ts'

interface TaskEditorProps {
  readonly start: SatDraft
  /** The stored draft; absent = a new task. */
  readonly task?: SatTaskDetail
  /** Called with the saved draft. */
  readonly onSaved?: (saved: SatTask) => void
}

/** Map and area beside form, passes and ranking. */
export function TaskEditor({ start, task, onSaved }: TaskEditorProps) {
  const [draft, change] = useDraft(start)
  const [drawing, setDrawing] = useState<Drawing>()
  const [active, setActive] = useState<string>()
  const passes = usePasses()
  const check = useMemo(() => (draft.area ? checkSatArea(draft.area) : undefined), [draft.area])
  const isCurrent = passes.answer?.key === specKey(draft)
  // Until an input changes, the stored draft's passes are used.
  const stored = task && specKey(draft) === specKey(start) ? task.passes : undefined
  const found = isCurrent ? passes.answer?.result.passes : stored
  const shown = useMemo(() => drawn(found ?? [], draft.choices), [found, draft.choices])
  const draw = (next: Drawing | undefined) => {
    const area = next && areaOfDrawing(next)
    if (area) {
      setDrawing(undefined)
      change({ area })
    } else setDrawing(next)
  }
  const save = useSave({ draft, task, check, onSaved })
  return (
    <div className={styles.page}>
      <PageHead
        title={task ? `编辑 ${task.no}` : '新建卫星任务'}
        actions={<SaveButtons save={save} hasChoice={draft.choices.length > 0} />}
      />
      <div className={styles.columns}>
        <Panel isFlush className={styles.mapPanel ?? ''}>
          <div className={styles.map}>
            <SatMap
              area={draft.area}
              passes={ranked(shown)}
              active={shown.find(({ pass }) => passKey(pass) === active)}
              drawing={drawing}
              onDrawing={draw}
              crossing={check?.at ?? null}
              tools={<AreaTools drawing={drawing} onDrawing={setDrawing} onArea={(area) => change({ area })} />}
            />
          </div>
          <AreaFacts check={check} />
        </Panel>
        <div className={styles.side}>
          <Panel title="任务要求">
            <TaskForm draft={draft} onChange={change} />
          </Panel>
          <PassPanel
            draft={draft}
            shown={shown}
            answer={isCurrent ? passes.answer?.result : undefined}
            isComputing={passes.isComputing}
            mayCompute={check?.fault === null}
            onCompute={() => void passes.compute(draft)}
            active={active}
            onActive={setActive}
            onChoices={(choices) => change({ choices })}
          />
        </div>
      </div>
    </div>
  )
}

/** Draft state; changing an input that passes depend on clears the choices. */
function useDraft(start: SatDraft) {
  const [draft, setDraft] = useState(start)
  const change = (patch: Partial<SatDraft>) => {
    setDraft((before) => {
      const after = { ...before, ...patch }
      return specKey(after) === specKey(before) ? after : { ...after, choices: patch.choices ?? [] }
    })
  }
  return [draft, change] as const
}

interface SaveButtonsProps {
  readonly save: ReturnType<typeof useSave>
  readonly hasChoice: boolean
}

const SaveButtons = ({ save, hasChoice }: SaveButtonsProps) => (
  <>
    <Button
      disabled={save.fault !== undefined}
      title={save.fault}
      loading={save.isBusy}
      onClick={() => void save.keep()}
    >
      保存草稿
    </Button>
    <Button
      type="primary"
      disabled={save.fault !== undefined || !hasChoice}
      title={save.fault ?? (hasChoice ? undefined : '请先计算过境并选择方案')}
      loading={save.isBusy}
      onClick={() => void save.submit()}
    >
      提交审批
    </Button>
  </>
)

interface PassPanelProps {
  readonly draft: SatDraft
  readonly shown: readonly DrawnPass[]
  readonly answer: PassAnswer | undefined
  readonly isComputing: boolean
  readonly mayCompute: boolean
  readonly onCompute: () => void
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
  readonly onChoices: (choices: readonly string[]) => void
}

function PassPanel(props: PassPanelProps) {
  const { draft, shown, answer, isComputing, mayCompute, onCompute, active, onActive, onChoices } = props
  const toggle = ({ pass, rank }: DrawnPass) => {
    const key = passKey(pass)
    onChoices(rank > 0 ? draft.choices.filter((one) => one !== key) : [...draft.choices, key])
  }
  return (
    <>
      <Panel
        isFlush
        title="过境"
        meta={answer && <PassMeta answer={answer} />}
        actions={
          <Button disabled={!mayCompute} loading={isComputing} onClick={onCompute}>
            {answer ? '重新计算' : '计算过境'}
          </Button>
        }
      >
        <Stale answer={answer} />
        {answer && answer.nearestMs !== null && <Nearest atMs={answer.nearestMs} />}
        {answer && answer.nearestMs === null && answer.passes.every(({ fault }) => fault !== null) && <Nearest />}
        <div className={styles.passes}>
          <PassTable
            passes={shown}
            offNadirMax={draft.offNadirMax}
            isLoading={isComputing}
            active={active}
            onActive={onActive}
            onChoose={toggle}
          />
        </div>
      </Panel>
      <Panel isFlush title="排序方案" meta="失败后自动取下一方案并告知申请人">
        <Ranking
          choices={ranked(shown)}
          onActive={onActive}
          onOrder={(order) => onChoices(order.map(({ pass }) => passKey(pass)))}
        />
      </Panel>
    </>
  )
}

const PassMeta = ({ answer }: { readonly answer: PassAnswer }) => (
  <>
    窗口内 {answer.passes.length} 次 · {answer.passes.filter(({ fault }) => fault === null).length} 次满足约束 · 用时{' '}
    {(answer.tookMs / 1_000).toFixed(1)} s
  </>
)

/** Warns of outdated orbit data: times may be off. */
function Stale({ answer }: { readonly answer: Pick<PassAnswer, 'stale'> | undefined }) {
  if (!answer || answer.stale.length === 0) return null
  const oldest = Math.max(...answer.stale.map(({ days }) => days))
  const names = answer.stale.map(({ satCode }) => satCode)
  return (
    <p className={sat.warning} role="status">
      <WarningOutlined aria-hidden /> 轨道根数 {oldest} 天前（超过 {TLE_STALE_DAYS} 天），时间可能偏差：
      {names.slice(0, 5).join('、')}
      {names.length > 5 && ` 等 ${names.length} 颗`}
    </p>
  )
}

const Nearest = ({ atMs }: { readonly atMs?: number }) => (
  <p className={sat.warning} role="alert">
    <WarningOutlined aria-hidden />
    {atMs === undefined ? '窗口内无可用过境，此后 7 天内也没有' : `窗口内无可用过境，最近一次为 ${secondText(atMs)}`}
    ，请调整窗口或约束
  </p>
)

interface SaveInput extends Pick<TaskEditorProps, 'task' | 'onSaved'> {
  readonly draft: SatDraft
  readonly check: AreaCheck | undefined
}

/** Saves a draft, and submits it. */
function useSave({ draft, task, check, onSaved }: SaveInput) {
  const navigate = useNavigate()
  const { order, isBusy } = useSatOrders()
  const fault =
    draft.title.trim() === ''
      ? '请填写任务名称'
      : check === undefined
        ? '请绘制任务区'
        : check.fault !== null
          ? '任务区有误'
          : draft.to <= draft.from
            ? '窗口结束须晚于开始'
            : undefined
  async function keep() {
    if (draft.area === undefined) return undefined
    const { area, choices, ...rest } = draft
    const form = {
      ...rest,
      title: draft.title.trim(),
      satelliteIds: [...draft.satelliteIds],
      area: areaBody(area),
      choices: choices.map(choiceOf),
    }
    const saved = task
      ? await order(satEndpoints.edit, { body: { ...form, id: task.id, version: task.version } })
      : await order(satEndpoints.add, { body: form })
    if (saved) onSaved?.(saved)
    if (saved && !task) navigate(SAT.edit(saved.id), { replace: true })
    return saved
  }
  return {
    fault,
    isBusy,
    keep,
    async submit() {
      const saved = await keep()
      if (!saved) return
      const handed = await order(satEndpoints.submit, { body: { id: saved.id, version: saved.version } })
      if (handed) navigate(SAT.task(saved.id))
    },
  }
}

/** Converts a key for the server, which matches a pass to within seconds. */
function choiceOf(key: string) {
  const [satelliteId = '', ten = '0'] = key.split('@')
  return { satelliteId, peakMs: Number(ten) * 10_000 }
}
