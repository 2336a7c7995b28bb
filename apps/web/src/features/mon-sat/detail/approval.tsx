import { type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { commandDeadline, nextChoice } from '@natim/domain/sat-task'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useMay } from '@/resource/use-may.ts'
import { Panel } from '@/ui/panel.tsx'
import { useTicker } from '@/ui/ticker.ts'
import { countdownText, letterOf, secondText } from '../sat-text.ts'
import type { SatOrders } from '../use-sat.ts'
import styles from './detail.module.css'

export interface ApprovalProps {
  readonly task: SatTaskDetail
  readonly orders: SatOrders
}

const MAX_NOTE = 300

/** 审批: the applicant stays named; the buttons are for another person. */
export function Approval({ task, orders }: ApprovalProps) {
  if (task.state === 'submitted') return <Deciding task={task} orders={orders} />
  if (task.approvedBy === null && task.state !== 'rejected') return null
  const rejected = task.log.findLast(({ to }) => to === 'rejected')
  const approved = task.log.findLast(({ to }) => to === 'approved')
  const line = task.state === 'rejected' ? rejected : approved
  if (!line) return null
  return (
    <Panel title="审批" meta="申请与审批为不同的人">
      <p className={styles.decision}>
        {task.requestedBy && task.requestedMs !== null && (
          <>
            {task.requestedBy.name} 于 {secondText(task.requestedMs)} 提交；
          </>
        )}
        {line.who} 于 {secondText(line.atMs)} {task.state === 'rejected' ? '驳回' : '批准'}
        {line.note && `：${line.note}`}
      </p>
    </Panel>
  )
}

function Deciding({ task, orders }: ApprovalProps) {
  const [note, setNote] = useState('')
  const mayApprove = useMay(satEndpoints.approve)
  const choices = task.passes.flatMap(({ rank, startMs }) => (rank === null ? [] : [{ rank, startMs }]))
  const rankInHand = useTicker((nowMs) => nextChoice(choices, 0, nowMs)?.rank)
  const first = choices.find(({ rank }) => rank === (rankInHand ?? 1))
  const { id, version } = task
  const isOther = task.mayDecide
  const refusal = isOther ? undefined : '须由另一人处理'
  return (
    <Panel
      isFlush
      title="审批"
      meta="批准人须与申请人不同"
      actions={first && <Deadline letter={letterOf(first.rank)} toMs={commandDeadline(first.startMs)} />}
    >
      <div className={styles.approval}>
        {task.requestedBy && task.requestedMs !== null && (
          <p className={styles.decision}>
            {task.requestedBy.name} 于 {secondText(task.requestedMs)} 提交
          </p>
        )}
        {mayApprove && <Opinion note={note} isOff={!isOther} onNote={setNote} />}
      </div>
      <footer className={styles.footer}>
        <span>{mayApprove ? (refusal ?? '') : '等待有批准权限的人员处理'}</span>
        {mayApprove && (
          <span className={styles.buttons}>
            <Tooltip title={refusal ?? (note.trim() === '' ? '请填写驳回理由' : undefined)}>
              <Button
                disabled={!isOther || note.trim() === ''}
                loading={orders.isBusy}
                onClick={() => void orders.order(satEndpoints.reject, { body: { id, version, note: note.trim() } })}
              >
                驳回
              </Button>
            </Tooltip>
            <Tooltip title={refusal ?? (rankInHand === undefined ? '所有方案的指令截止时间已过' : undefined)}>
              <Button
                type="primary"
                disabled={!isOther || rankInHand === undefined}
                loading={orders.isBusy}
                onClick={() => void orders.order(satEndpoints.approve, { body: { id, version, note: note.trim() } })}
              >
                批准方案 {letterOf(rankInHand ?? 1)}
              </Button>
            </Tooltip>
          </span>
        )}
      </footer>
    </Panel>
  )
}

interface OpinionProps {
  readonly note: string
  readonly isOff: boolean
  readonly onNote: (note: string) => void
}

const Opinion = ({ note, isOff, onNote }: OpinionProps) => (
  <Input.TextArea
    aria-label="审批意见"
    placeholder="审批意见（驳回必填）"
    autoSize={{ minRows: 1, maxRows: 4 }}
    maxLength={MAX_NOTE}
    value={note}
    disabled={isOff}
    onChange={(event) => onNote(event.target.value)}
  />
)

function Deadline({ letter, toMs }: { readonly letter: string; readonly toMs: number }) {
  const left = useTicker((nowMs) => countdownText(toMs, nowMs))
  return (
    <span className={styles.deadline}>
      {letter} 方案指令截止 {formatGmt8(toMs).slice(11, 16)}
      {left === '已过' ? '，已过' : `，剩 ${left}`}
    </span>
  )
}
