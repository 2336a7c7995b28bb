import { RightOutlined, WarningOutlined } from '@ant-design/icons'
import { type DutyHandover, dutyEndpoints } from '@natim/contract/mon/duty'
import { formatClock, formatShortTime } from '@natim/domain/format'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { usePrompt } from '@/ui/dialog/prompt.tsx'
import { Figures } from './figures.tsx'
import styles from './handover.module.css'
import { ItemList } from './item-list.tsx'
import { TakeHereDialog } from './take-here-dialog.tsx'
import { type Handover, useHandover } from './use-handover.ts'

const MAX_NOTE = 1_000

/**
 * Both persons, the figures of the shift, an account of each open alarm, the note, both signatures. Read-only once
 * signed.
 */
export function HandoverForm({ handover }: { readonly handover: DutyHandover }) {
  const state = useHandover(handover)
  const mayWrite = R.useMay(dutyEndpoints.give) && state.isGiver && handover.givenMs === null
  const { prompt, holder } = usePrompt()
  const { missing } = state
  const done = handover.items.length - missing.length
  const fillRest = () =>
    prompt({
      title: '其余一并交代',
      content: `为未交代的 ${missing.length} 条报警填写同一句交代`,
      label: '交代',
      rules: [{ required: true, whitespace: true, max: 200, message: '请填写交代，最多 200 字' }],
      onOk: (account) => state.fillRest(account.trim()),
    })
  return (
    <div className={styles.form}>
      <Signatures handover={handover} />
      <Figures figures={handover.figures} />
      <header className={styles.itemsHead}>
        <h3>遗留报警</h3>
        <span className="t-caption">
          {handover.givenMs === null
            ? `逐条交代后才能签字 · ${done} / ${handover.items.length}`
            : `${handover.items.length} 条`}
        </span>
        {mayWrite && missing.length > 1 && (
          <Button type="link" size="small" onClick={fillRest}>
            其余一并交代
          </Button>
        )}
      </header>
      <ItemList handover={handover} state={state} mayWrite={mayWrite} />
      <div className={styles.note}>
        <label htmlFor="handover-note">
          <b>交班说明</b>
        </label>{' '}
        {mayWrite && (
          <span id="handover-note-hint" className="t-caption">
            须 10 字以上
          </span>
        )}
        {mayWrite ? (
          <Input.TextArea
            id="handover-note"
            aria-describedby="handover-note-hint"
            rows={3}
            maxLength={MAX_NOTE}
            value={state.note}
            onChange={(event) => state.setNote(event.target.value)}
          />
        ) : (
          <p className={styles.noteText}>{handover.note || '尚未填写'}</p>
        )}
      </div>
      {state.problem && <Alert type="error" showIcon title={state.problem} className={styles.problem} />}
      <Foot handover={handover} state={state} mayWrite={mayWrite} />
      {holder}
    </div>
  )
}

interface FootProps {
  readonly handover: DutyHandover
  readonly state: Handover
  readonly mayWrite: boolean
}

function Foot({ handover, state, mayWrite }: FootProps) {
  const [isHere, setIsHere] = useState(false)
  const maySign = R.useMay(dutyEndpoints.take)
  const { givenMs, takenMs, toName } = handover
  if (takenMs !== null) return null
  if (givenMs === null)
    return mayWrite ? (
      <footer className={styles.foot}>
        {state.refusal && (
          <span className={styles.refusal}>
            <WarningOutlined aria-hidden /> {state.refusal}
          </span>
        )}
        <Button disabled={state.isBusy} onClick={() => void state.saveDraft()}>
          存草稿
        </Button>
        <Button
          type="primary"
          loading={state.isBusy}
          disabled={state.refusal !== undefined}
          onClick={() => void state.give()}
        >
          交班签字
        </Button>
      </footer>
    ) : (
      <footer className={styles.foot}>
        <span className="t-caption">由{handover.fromName}填写并签字</span>
      </footer>
    )
  return (
    <footer className={styles.foot}>
      <span className="t-caption">
        {formatClock(givenMs).slice(0, 5)} 已交班，等待{toName ?? '接班人'}签字
      </span>
      {maySign && state.isGiver && <Button onClick={() => setIsHere(true)}>接班人在本机签字</Button>}
      {maySign && (state.isTaker || (toName === null && !state.isGiver)) && (
        <Button type="primary" loading={state.isBusy} onClick={() => void state.take()}>
          接班签字
        </Button>
      )}
      {isHere && <TakeHereDialog handover={handover} onClose={() => setIsHere(false)} />}
    </footer>
  )
}

/** Outgoing and incoming person, and when each signed. */
function Signatures({ handover }: { readonly handover: DutyHandover }) {
  const { fromName, toName, givenMs, takenMs, takenHere } = handover
  return (
    <div className={styles.people}>
      <Person title="交班人" name={fromName} signedMs={givenMs} />
      <RightOutlined aria-hidden />
      <Person title="接班人" name={toName} signedMs={takenMs} note={takenHere ? '本机' : ''} />
    </div>
  )
}

interface PersonProps {
  readonly title: string
  readonly name: string | null
  readonly signedMs: number | null
  readonly note?: string
}

const Person = ({ title, name, signedMs, note = '' }: PersonProps) => (
  <div className={styles.person} data-signed={signedMs !== null || undefined}>
    <span className="t-caption">{title}</span>
    <span className={styles.initial} aria-hidden>
      {name?.slice(0, 1) ?? '？'}
    </span>
    <b className="ellipsis">{name ?? '未排班'}</b>
    <span className={styles.signed}>{signedMs === null ? '待签' : `${formatShortTime(signedMs)} 已签${note}`}</span>
  </div>
)
