import type { CallInput } from '@natim/contract/endpoint'
import { type WearableCard, wearableEndpoints } from '@natim/contract/mon/wearable'
import { ACVPU, type Acvpu, type Vitals } from '@natim/domain/news2'
import { useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import styles from './drawer.module.css'
import { Section } from './section.tsx'

interface EntryFormProps {
  readonly card: WearableCard
  readonly hasScaleOrder: boolean
  /** Values entered so far. */
  readonly onDraft: (draft: Partial<Vitals>) => void
  readonly preview: ReactNode
}

interface Draft {
  readonly sbp?: number
  readonly dbp?: number
  readonly onOxygen?: boolean
  readonly consciousness?: Acvpu
  readonly spo2Scale?: 1 | 2
}

const LEVELS = ACVPU.map((value) => ({
  value,
  label: value,
  title: { A: '清醒', C: '新发意识模糊', V: '对声音有反应', P: '对疼痛有反应', U: '无反应' }[value],
}))

const OXYGEN = [
  { value: 'air', label: '空气' },
  { value: 'oxygen', label: '吸氧' },
]

/** Vitals that no wearable measures: pressure, oxygen and consciousness. Valid for 15 minutes. */
export function EntryForm({ card, hasScaleOrder, onDraft, preview }: EntryFormProps) {
  const [draft, setDraft] = useState<Draft>({})
  const { isSaving, problem, send, forget } = useEntry()
  const change = (next: Draft) => {
    setDraft(next)
    forget()
    const { dbp: _dbp, ...scored } = next
    onDraft(scored)
  }
  const put = (patch: Draft) => change({ ...draft, ...patch })
  const wipe = (name: 'sbp' | 'dbp') => {
    const { [name]: _gone, ...rest } = draft
    change(rest)
  }
  const { sbp, dbp, onOxygen, consciousness, spo2Scale = 1 } = draft
  const isWhole = sbp !== undefined && dbp !== undefined && onOxygen !== undefined && consciousness !== undefined
  const save = async () => {
    if (!isWhole || !(await send({ id: card.id, sbp, dbp, onOxygen, consciousness, spo2Scale }))) return
    setDraft({})
    onDraft({})
  }
  return (
    <Section title="护士补录" meta="15 分钟内有效">
      <div className={styles.form} data-entry>
        <Pressure sbp={sbp} dbp={dbp} put={put} wipe={wipe} />
        <Choice
          label="吸氧"
          value={onOxygen === undefined ? '' : onOxygen ? 'oxygen' : 'air'}
          options={OXYGEN}
          onChange={(value) => put({ onOxygen: value === 'oxygen' })}
        />
        <Choice
          label="意识 ACVPU"
          value={consciousness ?? ''}
          options={LEVELS}
          onChange={(value) => put({ consciousness: value as Acvpu })}
        />
        <Choice
          label="SpO₂ 标度"
          value={String(spo2Scale)}
          options={[
            { value: '1', label: '标度 1' },
            { value: '2', label: hasScaleOrder ? '标度 2' : '标度 2 须医嘱', disabled: !hasScaleOrder },
          ]}
          onChange={(value) => put({ spo2Scale: value === '2' ? 2 : 1 })}
        />
      </div>
      {preview}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button type="primary" disabled={!isWhole} loading={isSaving} onClick={() => void save()}>
        保存补录
      </Button>
    </Section>
  )
}

/** Sends an entry; on refusal the input stays. */
function useEntry() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function send(body: CallInput<typeof wearableEndpoints.enter>['body']): Promise<boolean> {
    if (isSaving) return false
    setIsSaving(true)
    try {
      notify.line((await callWithMessage(wearableEndpoints.enter, { body }, { silent: true })).message, 'success')
      for (const { path } of [wearableEndpoints.board, wearableEndpoints.wearer, wearableEndpoints.timeline])
        void client.invalidateQueries({ queryKey: [path] })
      return true
    } catch (error) {
      setProblem(apiErrorOf(error).message)
      return false
    } finally {
      setIsSaving(false)
    }
  }
  return { isSaving, problem, send, forget: () => setProblem(undefined) }
}

interface PressureProps extends Pick<Draft, 'sbp' | 'dbp'> {
  readonly put: (patch: Draft) => void
  readonly wipe: (name: 'sbp' | 'dbp') => void
}

const Pressure = ({ sbp, dbp, put, wipe }: PressureProps) => (
  <div className={styles.wide}>
    <span>收缩压 / 舒张压</span>
    <span className={styles.pair}>
      <InputNumber
        aria-label="收缩压"
        min={50}
        max={260}
        precision={0}
        controls={false}
        value={sbp ?? null}
        onChange={(value) => (value === null ? wipe('sbp') : put({ sbp: value }))}
      />
      <span>/</span>
      <InputNumber
        aria-label="舒张压"
        min={30}
        max={160}
        precision={0}
        controls={false}
        suffix="mmHg"
        value={dbp ?? null}
        onChange={(value) => (value === null ? wipe('dbp') : put({ dbp: value }))}
      />
    </span>
  </div>
)

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: { value: string; label: string; disabled?: boolean }[]
  readonly onChange: (value: string) => void
}

const Choice = ({ label, ...choice }: ChoiceProps) => (
  <div>
    <span>{label}</span>
    <Segmented<string> block aria-label={label} {...choice} />
  </div>
)
