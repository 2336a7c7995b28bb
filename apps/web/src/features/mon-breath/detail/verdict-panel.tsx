import { type BreathDetail, breathEndpoints, CONFIRM_WORDS, TO_CONFIRM } from '@natim/contract/mon/breath'
import { VERDICT_WORDS } from '@natim/domain/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'
import { breathPath, sampleTime, verdictText } from '../breath-text.ts'
import { useDeed } from '../use-breath.ts'
import { VerdictMark } from '../verdict-mark.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const MARK_PX = 22

/** 结论: dictionary texts only; an invalid sample shows its reason and no score. */
export function VerdictPanel({ detail }: { readonly detail: BreathDetail }) {
  const { test } = detail
  if (test.status === 'invalid') return <InvalidPanel detail={detail} />
  return (
    <Panel title="结论" meta={test.resultMs === null ? undefined : `${sampleTime(test.resultMs, test.isOpen)} 出结果`}>
      <div className={styles.verdict}>
        <p className={styles.verdictWords}>
          <VerdictMark test={test} size={MARK_PX} />
          <b>{test.verdict === null ? '尚无结论' : verdictText(test)}</b>
        </p>
        <Struck detail={detail} />
        {test.score !== null && <Score detail={detail} />}
        {test.verdict === 'presumptive' && <p>{TO_CONFIRM}</p>}
        <Confirmation detail={detail} />
      </div>
    </Panel>
  )
}

function InvalidPanel({ detail: { test } }: { readonly detail: BreathDetail }) {
  const may = R.useMay(breathEndpoints.retest)
  const navigate = useNavigate()
  const { isBusy, run } = useDeed()
  const retest = async () => {
    const made = await run(breathEndpoints.retest, { body: { id: test.id } })
    if (made) void navigate(breathPath(made.result.id))
  }
  return (
    <Panel title="结论">
      <p className={styles.verdictWords}>
        <b>样本无效{test.exitReason && ` · ${test.exitReason}`}</b>
      </p>
      {may && (
        <Button type="primary" loading={isBusy} onClick={() => void retest()}>
          重新采样
        </Button>
      )}
    </Panel>
  )
}

/** Previous verdicts, struck through. */
const Struck = ({ detail: { verdicts } }: { readonly detail: BreathDetail }) =>
  verdicts.map(({ atMs, oldVerdict, reason, userName }) => (
    <p key={atMs + reason} className={styles.caption}>
      {oldVerdict && <s>{VERDICT_WORDS[oldVerdict]}</s>} {userName}改判：{reason}
    </p>
  ))

function Score({ detail: { test, model } }: { readonly detail: BreathDetail }) {
  return (
    <>
      <p className={styles.between}>
        <span>
          指纹得分 <b>{formatNumber(test.score ?? 0, 2)}</b>
          {model && ` / 判定点 ${formatNumber(model.cutOff, 2)}`}
        </span>
        {test.confidence !== null && <span>置信 {formatNumber(test.confidence, 2)}</span>}
      </p>
      <span className={styles.rail} aria-hidden>
        <i style={{ inlineSize: `${(test.score ?? 0) * 100}%` }} />
        {model && <b style={{ insetInlineStart: `${model.cutOff * 100}%` }} />}
      </span>
    </>
  )
}

function Confirmation({ detail: { test } }: { readonly detail: BreathDetail }) {
  const may = R.useMay(breathEndpoints.confirm)
  const [isOpen, setIsOpen] = useState(false)
  if (test.verdict === null) return null
  const said =
    test.confirmResult === null ? NO_VALUE : `${CONFIRM_WORDS[test.confirmResult]}（${test.confirmMethod ?? ''}）`
  return (
    <p className={styles.between}>
      <span>确证结果 {said}</span>
      {may && test.status !== 'cancelled' && (
        <Button type="link" size="small" onClick={() => setIsOpen(true)}>
          登记
        </Button>
      )}
      {isOpen && <ConfirmDialog test={test} onClose={() => setIsOpen(false)} />}
    </p>
  )
}
