import { MARK_REASON } from '@natim/contract/dict'
import { type MarkEffect, type MarkReason, sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { formatDuration, formatNumber } from '@natim/domain/format'
import { formatGmt8, parseGmt8 } from '@natim/domain/time'
import { Alert, Button, Checkbox, Input, Segmented, Select } from 'antd'
import { useId, useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { DateInput } from '../date-input/date-input.tsx'
import { EffectLines } from './effect-lines.tsx'
import styles from './sample-marks.module.css'
import { useMarkCall } from './use-mark-call.ts'

/** A channel the form can be applied to. */
export interface MarkChannel {
  readonly channelNo: number
  readonly name: string
}

export interface MarkFormProps {
  readonly channels: readonly MarkChannel[]
  /** Ticked initially; all by default. */
  readonly chosen?: readonly number[] | undefined
  /** Samples with fromMs < ts <= toMs, epoch ms. */
  readonly fromMs: number
  readonly toMs: number
  /** Starts with 判为有效 instead of 置为无效. */
  readonly isValid?: boolean
  readonly reason?: MarkReason | undefined
  /** Called when the span is typed, so that a brush can follow. */
  readonly onSpan?: (fromMs: number, toMs: number) => void
  readonly onDone: () => void
  readonly onCancel: () => void
}

const SETTLE_MS = 250
const REASONS = optionsOf(MARK_REASON)
const KINDS = [
  { value: false, label: '置为无效' },
  { value: true, label: '判为有效' },
]

/** 置为无效 or 判为有效 for a span of some channels: asks for reason and note, and previews the effect. */
export function MarkForm(props: MarkFormProps) {
  const { channels, fromMs, toMs, onSpan, onDone, onCancel } = props
  const mayInvalidate = useCan('mon:ts:invalidate')
  const mayValidate = useCan('mon:ts:validate')
  const [wantsValid, setWantsValid] = useState(props.isValid ?? false)
  const isValid = mayInvalidate && mayValidate ? wantsValid : mayValidate
  const [chosen, setChosen] = useState<readonly number[]>(props.chosen ?? channels.map(({ channelNo }) => channelNo))
  const [reason, setReason] = useState<MarkReason | undefined>(props.reason)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, mark } = useMarkCall()

  async function save(): Promise<void> {
    if (reason === undefined) return setProblem('请选择原因')
    if (note.trim() === '') return setProblem('请填写说明')
    setProblem(undefined)
    const body = { channelNos: [...chosen], from: fromMs, to: toMs, reason, note: note.trim() }
    const failure = await mark(isValid, body)
    if (failure) setProblem(failure.message)
    else onDone()
  }

  return (
    <form
      className={styles.form}
      aria-label={isValid ? '判为有效' : '置为无效'}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {mayInvalidate && mayValidate && (
        <Segmented<boolean> size="small" aria-label="处理" value={isValid} options={KINDS} onChange={setWantsValid} />
      )}
      <div className={styles.row}>
        <span>范围</span>
        <SpanInputs fromMs={fromMs} toMs={toMs} onSpan={onSpan} />
      </div>
      {channels.length > 1 && (
        <div className={styles.row}>
          <span>通道</span>
          <Checkbox.Group
            aria-label="通道"
            value={[...chosen]}
            options={channels.map(({ channelNo, name }) => ({ value: channelNo, label: name }))}
            onChange={(next) => setChosen(next)}
          />
        </div>
      )}
      <Why reason={reason} note={note} onReason={setReason} onNote={setNote} />
      <Effect channelNos={chosen} fromMs={fromMs} toMs={toMs} isValid={isValid} />
      {problem !== undefined && <Alert type="error" showIcon title={problem} />}
      <footer className={styles.foot}>
        <span>可撤销，原始值保留</span>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={chosen.length === 0}>
          {isValid ? '判为有效' : '置为无效'}
        </Button>
      </footer>
    </form>
  )
}

interface WhyProps {
  readonly reason: MarkReason | undefined
  readonly note: string
  readonly onReason: (reason: MarkReason) => void
  readonly onNote: (note: string) => void
}

function Why({ reason, note, onReason, onNote }: WhyProps) {
  const id = useId()
  return (
    <>
      <div className={styles.row}>
        <label htmlFor={`${id}-reason`} className={styles.required}>
          原因
        </label>
        <Select
          id={`${id}-reason`}
          value={reason ?? null}
          options={REASONS}
          placeholder="请选择原因"
          onChange={(next) => next && onReason(next)}
        />
      </div>
      <div className={styles.row}>
        <label htmlFor={`${id}-note`} className={styles.required}>
          说明
        </label>
        <Input.TextArea
          id={`${id}-note`}
          rows={2}
          maxLength={500}
          value={note}
          placeholder="依据是什么，例如现场情况或邻站对比"
          onChange={(event) => onNote(event.target.value)}
        />
      </div>
    </>
  )
}

interface SpanInputsProps {
  readonly fromMs: number
  readonly toMs: number
  readonly onSpan: MarkFormProps['onSpan']
}

/** Both ends as text, or as inputs with `onSpan`. */
function SpanInputs({ fromMs, toMs, onSpan }: SpanInputsProps) {
  if (!onSpan) return <span>{`${formatGmt8(fromMs)} 至 ${formatGmt8(toMs).slice(11)}`}</span>
  const take = (text: string, isStart: boolean) => {
    const ms = parseGmt8(text)
    if (ms === undefined) return
    if (isStart && ms < toMs) onSpan(ms, toMs)
    if (!isStart && ms > fromMs) onSpan(fromMs, ms)
  }
  return (
    <div className={styles.span}>
      <DateInput
        hasTime
        aria-label="开始时间"
        value={formatGmt8(fromMs)}
        onChange={(text) => take(String(text), true)}
      />
      <DateInput
        hasTime
        aria-label="结束时间"
        value={formatGmt8(toMs)}
        onChange={(text) => take(String(text), false)}
      />
    </div>
  )
}

interface EffectProps {
  readonly channelNos: readonly number[]
  readonly fromMs: number
  readonly toMs: number
  readonly isValid: boolean
}

function Effect({ channelNos, fromMs, toMs, isValid }: EffectProps) {
  // Debounced: no request for every pixel of a drag.
  const [from = 0, to = 0] = useDebounced(`${fromMs} ${toMs}`, SETTLE_MS).split(' ').map(Number)
  const answer = useEndpoint(
    sampleMarkEndpoints.effect,
    { body: { channelNos: [...channelNos], from, to, isValid } },
    { enabled: channelNos.length > 0 && to > from, staleTime: 0 },
  )
  const { data, error, isPlaceholderData } = answer
  return (
    <section
      className={styles.effects}
      aria-label="影响"
      aria-busy={answer.isFetching}
      data-stale={isPlaceholderData || undefined}
    >
      {channelNos.length === 0 ? (
        <p className={styles.effectNote}>请选择通道</p>
      ) : error ? (
        <p className={styles.effectNote}>无法预览影响：{error.message}</p>
      ) : data ? (
        <Told channels={data.channels} spanMs={to - from} />
      ) : (
        <p className={styles.effectNote}>正在计算影响…</p>
      )}
    </section>
  )
}

function Told({ channels, spanMs }: { readonly channels: readonly MarkEffect[]; readonly spanMs: number }) {
  const n = channels.reduce((sum, channel) => sum + channel.n, 0)
  const changed = channels.reduce((sum, channel) => sum + channel.changed, 0)
  if (n === 0) return <p className={styles.effectNote}>{formatDuration(spanMs)}，没有保存原始样本，不能标记</p>
  return (
    <>
      <p className={styles.effectNote}>
        {formatDuration(spanMs)}，{formatNumber(n)} 个样本，其中 {formatNumber(changed)} 个有效性改变
      </p>
      <EffectLines channels={channels} />
    </>
  )
}
