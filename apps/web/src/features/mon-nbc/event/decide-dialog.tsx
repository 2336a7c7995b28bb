import { NBC_REJECT_REASON, NBC_STATE } from '@natim/contract/dict'
import type { NbcEventRow } from '@natim/contract/mon/nbc-event'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { Labelled } from '../labelled.tsx'
import styles from './event.module.css'
import { type NextState, type RejectReason, useEventOrders } from './use-events.ts'

const REASONS = optionsOf(NBC_REJECT_REASON)
const MAX_NOTE = 500

export type Decision = { readonly kind: 'verify'; readonly to: NextState } | { readonly kind: 'agree' | 'decline' }

const TITLES = { agree: '同意处理意见', decline: '退回处理意见' } as const
const NAMES: Readonly<Record<NextState, string>> = {
  local_confirmed: '提交现场复核',
  lab_confirmed: '提交实验室确证',
  rejected: '排除事件',
}

interface DecideDialogProps {
  readonly event: NbcEventRow
  readonly decision: Decision
  readonly onClose: () => void
}

/** Asks for the text of a decision; an exclusion requires a reason. */
export function DecideDialog({ event, decision, onClose }: DecideDialogProps) {
  const orders = useEventOrders()
  const [note, setNote] = useState('')
  const [reason, setReason] = useState<RejectReason>()
  const isOut = decision.kind === 'verify' && decision.to === 'rejected'
  const isWhole = (decision.kind === 'agree' || note.trim() !== '') && (!isOut || reason !== undefined)
  const submit = async () => {
    if (!isWhole) return
    const words = note.trim()
    const isDone =
      decision.kind === 'verify'
        ? await orders.verify(event, decision.to, words, isOut ? reason : undefined)
        : decision.kind === 'agree'
          ? await orders.agree(event, words)
          : await orders.decline(event, words)
    if (isDone) onClose()
  }
  return (
    <Dialog
      open
      title={`${event.drill ? '【演练】' : ''}${decision.kind === 'verify' ? NAMES[decision.to] : TITLES[decision.kind]}`}
      okText="提交"
      isSaving={orders.isBusy}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        <Hints event={event} decision={decision} />
        {isOut && (
          <Radio.Group
            aria-label="排除原因"
            options={REASONS}
            value={reason}
            onChange={({ target }) => setReason(target.value as RejectReason)}
          />
        )}
        <Labelled caption="说明">
          {(id) => (
            <Input.TextArea
              id={id}
              rows={3}
              maxLength={MAX_NOTE}
              placeholder={isOut ? '依据：邻站、天气、设备自检' : '现场情况、仪器与读数'}
              value={note}
              onChange={({ target }) => setNote(target.value)}
              onKeyDown={(key) => {
                if (key.key === 'Enter' && key.ctrlKey) void submit()
              }}
            />
          )}
        </Labelled>
      </div>
    </Dialog>
  )
}

const Hints = ({ event, decision }: Pick<DecideDialogProps, 'event' | 'decision'>) => (
  <>
    {event.level === 1 && decision.kind === 'verify' && (
      <p className={styles.hint}>1 级事件须两人处理：提交后由另一人同意才生效。</p>
    )}
    {event.proposal && decision.kind !== 'verify' && (
      <p className={styles.hint}>
        {event.proposal.name}提交{NBC_STATE[event.proposal.to]}：{event.proposal.note}
      </p>
    )}
  </>
)
