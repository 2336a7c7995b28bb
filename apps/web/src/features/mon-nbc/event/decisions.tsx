import { NBC_STATE } from '@natim/contract/dict'
import type { NbcEventRow } from '@natim/contract/mon/nbc-event'
import { formatShortTime } from '@natim/domain/format'
import { nextStates } from '@natim/domain/nbc/event'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useSession } from '@/lib/session/session-store.ts'
import { Can } from '@/widgets/can/can.tsx'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import styles from './event.module.css'
import type { NextState } from './use-events.ts'

const LABELS: Readonly<Record<NextState, string>> = {
  local_confirmed: '提交复核',
  lab_confirmed: '提交确证',
  rejected: '排除',
}

/** Buttons of the next steps; for a proposal, those of the second person. */
export function Decisions({ event }: { readonly event: NbcEventRow }) {
  const [decision, setDecision] = useState<Decision>()
  const next = nextStates(event.state) as readonly NextState[]
  if (next.length === 0) return null
  return (
    <Can I="mon:nbc:verify">
      <div className={styles.decisions}>
        {event.proposal ? (
          <Second event={event} onDecide={setDecision} />
        ) : (
          next.map((to) => (
            <Button
              key={to}
              type={to === 'rejected' ? 'default' : 'primary'}
              onClick={() => setDecision({ kind: 'verify', to })}
            >
              {LABELS[to]}
            </Button>
          ))
        )}
      </div>
      {decision && <DecideDialog event={event} decision={decision} onClose={() => setDecision(undefined)} />}
    </Can>
  )
}

function Second({ event, onDecide }: { readonly event: NbcEventRow; readonly onDecide: (decision: Decision) => void }) {
  const username = useSession((session) => session.user?.username)
  const { proposal } = event
  if (proposal === null) return null
  const isOwn = proposal.by === username
  return (
    <>
      <span className={styles.proposal}>
        {proposal.name} {formatShortTime(proposal.atMs)} 提交{NBC_STATE[proposal.to]}：{proposal.note}
      </span>
      <Tooltip title={isOwn ? '须由另一人处理' : ''}>
        <Button type="primary" disabled={isOwn} onClick={() => onDecide({ kind: 'agree' })}>
          同意
        </Button>
      </Tooltip>
      {isOwn && <span className={styles.hint}>须由另一人处理</span>}
      <Button onClick={() => onDecide({ kind: 'decline' })}>{isOwn ? '撤回' : '退回'}</Button>
    </>
  )
}
