import { formatClock } from '@natim/domain/format'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './handover.module.css'
import { HandoverForm } from './handover-form.tsx'
import { Left, shiftsOf, useCurrentHandover } from './handover-panel.tsx'

/** On the phone: a card that opens the whole handover on a page of its own (design 34). */
export function PhoneHandover({ teamId }: { readonly teamId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useCurrentHandover(teamId)
  if (!data || data.teamId !== teamId) return null
  const { fromName, toName, shiftName, toMs, takenMs, items } = data
  return (
    <section className={styles.card} aria-label="交接班">
      <span className={styles.initial} aria-hidden>
        {fromName.slice(0, 1)}
      </span>
      <span className={styles.cardText}>
        <b>{fromName}</b>
        <span className="t-caption">
          {shiftName}班至 {formatClock(toMs).slice(0, 5)} · 接班 {toName ?? '未排班'} · 遗留 {items.length} 起
        </span>
      </span>
      <Button type="link" onClick={() => setIsOpen(true)}>
        交接班
      </Button>
      {isOpen && (
        <Dialog open title="交接班" footer={null} onCancel={() => setIsOpen(false)}>
          <p className={styles.phoneHead}>
            {shiftsOf(data)}
            {takenMs === null && <Left toMs={toMs} />}
          </p>
          <div className={styles.phone}>
            <HandoverForm handover={data} />
          </div>
        </Dialog>
      )}
    </section>
  )
}
