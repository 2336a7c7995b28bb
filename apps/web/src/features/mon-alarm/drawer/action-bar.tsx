import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import { incidentEndpoints } from '@natim/contract/mon/incident'
import { type CloseCode, needsAckNote } from '@natim/domain/alarm/state'
import { formatClock } from '@natim/domain/format'
import { Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AlarmOrder, isTaken } from '@/lib/alarm/alarm-orders.ts'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useSession } from '@/lib/session/session-store.ts'
import * as R from '@/resource/index.ts'
import { tickerNow, useTicker } from '@/ui/ticker.ts'
import { denialText } from '@/widgets/alarm/alarm-facts.ts'
import { useMayCloseActive } from '../action/may-close-active.ts'
import { OrderDialog } from '../action/order-dialog.tsx'
import { type DialogKind, useMayOrder } from '../action/order-form.ts'
import { useOrders, useReloadAlarms } from '../action/use-orders.ts'
import { IncidentDialog } from '../incident/incident-dialog.tsx'
import { incidentRefusal } from '../incident/use-make-incident.ts'
import styles from './action-bar.module.css'
import { ActionButton } from './action-button.tsx'
import { isForRecord } from './use-drawer-keys.ts'

const NOTE_NEEDED = '请填写确认说明'
const FALSE_ALARM: CloseCode = 'false'

/** Reason why each action is currently unavailable; undefined = available. */
function useRefusals(
  row: AlarmRow,
): Readonly<Record<ActionName, string | undefined>> & { readonly isShelved: boolean } {
  const mayCloseActive = useMayCloseActive()
  const { shelvedUntilMs } = row
  // Shelving expires by time.
  const isShelved = useTicker((now) => shelvedUntilMs !== null && shelvedUntilMs > now)
  const nowMs = tickerNow()
  return {
    isShelved,
    ack: denialText('ack', row, nowMs),
    shelve: denialText(isShelved ? 'unshelve' : 'shelve', row, nowMs),
    assign: denialText('assign', row, nowMs),
    close: denialText('close', row, nowMs, { mayCloseActive }),
    false: denialText('close', row, nowMs, { mayCloseActive, closeCode: FALSE_ALARM }),
    incident: incidentRefusal([row]),
  }
}

export interface ActionBarProps {
  readonly row: AlarmRow
  /** The record is loaded; no action is offered before. */
  readonly isReady: boolean
  /** False while closing: keys are ignored then. */
  readonly isOpen: boolean
}

/** The note first, then the actions (design 19). A refusal keeps the note. */
export function ActionBar({ row, isReady, isOpen }: ActionBarProps) {
  const field = useRef<InputRef>(null)
  const bar = useActions(row, () => field.current?.focus())
  const { note, problem, dialog, refusals, may, run } = bar
  useActionKeys((name) => {
    if (isOpen && isReady && !dialog && may[RIGHTS[name]] && refusals[name] === undefined) run[name]()
  })
  return (
    <div className={styles.bar}>
      <Takeover row={row} problem={problem !== undefined && isTaken(problem) ? problem : undefined} />
      <NoteField ref={field} row={row} note={note} problem={problem} onNote={bar.setNote} onProblem={bar.setProblem} />
      <Buttons bar={bar} isReady={isReady} />
      <BarDialog row={row} bar={bar} />
    </div>
  )
}

/** Dialog of the action, prefilled with the typed note. */
function BarDialog({ row, bar: { dialog, note, setNote, setDialog } }: { row: AlarmRow; bar: Bar }) {
  if (dialog === undefined) return null
  const props = {
    rows: [row],
    note,
    onClose: () => setDialog(undefined),
    onDone: () => {
      setNote('')
      setDialog(undefined)
    },
  }
  if (dialog === 'incident') return <IncidentDialog {...props} />
  if (dialog === 'false') return <OrderDialog kind="close" closeCode={FALSE_ALARM} {...props} />
  return <OrderDialog kind={dialog} {...props} />
}

type ActionName = 'ack' | 'incident' | 'shelve' | 'assign' | 'false' | 'close'
type BarKind = DialogKind | 'incident'
type Bar = ReturnType<typeof useActions>
const RIGHTS: Readonly<Record<ActionName, BarKind>> = {
  ack: 'ack',
  incident: 'incident',
  shelve: 'shelve',
  assign: 'assign',
  false: 'close',
  close: 'close',
}

/** The note, its error and the handlers of the actions. */
function useActions(row: AlarmRow, askForNote: () => void) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [dialog, setDialog] = useState<BarKind | 'false'>()
  const { busy, give } = useOrders()
  const may = { ...useMayOrder(), incident: R.useMay(incidentEndpoints.add) }
  const { isShelved, ...refusals } = useRefusals(row)
  const said = note.trim()
  const order = async (given: AlarmOrder) => {
    const error = await give([row], given)
    setProblem(error?.message)
    if (!error) setNote('')
  }
  const run: Readonly<Record<ActionName, () => void>> = {
    ack: () => {
      if (!needsAckNote(row.severity) || said !== '') return void order({ kind: 'ack', note: said })
      setProblem(NOTE_NEEDED)
      askForNote()
    },
    shelve: () => (isShelved ? void order({ kind: 'unshelve', note: said }) : setDialog('shelve')),
    incident: () => setDialog('incident'),
    assign: () => setDialog('assign'),
    // A closure is final: a single key only chooses the reason.
    false: () => setDialog('false'),
    close: () => setDialog('close'),
  }
  return { note, setNote, problem, setProblem, dialog, setDialog, busy, may, refusals, isShelved, run }
}

interface ButtonsProps {
  readonly bar: Bar
  readonly isReady: boolean
}

function Buttons({ bar: { may, busy, refusals, isShelved, run }, isReady }: ButtonsProps) {
  const button = (name: ActionName, label: string, hotkey: string, look?: 'primary' | 'danger' | 'plain') => (
    <ActionButton
      label={label}
      hotkey={hotkey}
      look={look}
      isBusy={busy === RIGHTS[name]}
      refusal={isReady ? refusals[name] : '正在加载'}
      onClick={run[name]}
    />
  )
  return (
    <div className={styles.buttons}>
      {may.ack && button('ack', '确认', 'A', 'primary')}
      {may.incident && button('incident', '转事件', 'I')}
      {may.shelve && button('shelve', isShelved ? '取消搁置' : '搁置', 'S')}
      {may.assign && button('assign', '分派', 'G')}
      {may.close && (
        <span className={styles.apart}>
          {button('false', '误报', 'F', 'danger')}
          {button('close', '关闭', 'C', 'plain')}
        </span>
      )}
    </div>
  )
}

const KEYS: Readonly<Record<string, ActionName>> = {
  a: 'ack',
  i: 'incident',
  s: 'shelve',
  g: 'assign',
  f: 'false',
  c: 'close',
}

function useActionKeys(onAction: (name: ActionName) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.defaultPrevented || !isForRecord(event)) return
    const name = KEYS[event.key.toLowerCase()]
    if (name === undefined) return
    event.preventDefault()
    onAction(name)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Shown when a colleague acted first while this record was open: who and when. The note is kept. */
function Takeover({ row, problem }: { readonly row: AlarmRow; readonly problem: string | undefined }) {
  const [wasAcked] = useState(row.acked)
  const own = useSession(({ user }) => user?.realname)
  const isNews = row.acked && !wasAcked && row.ackName !== null && row.ackName !== own
  if (!isNews && problem === undefined) return null
  return (
    <p className={styles.taken} role="status">
      {isNews && row.ackMs !== null ? `${row.ackName} ${formatClock(row.ackMs)} 已确认` : problem}
    </p>
  )
}

interface NoteFieldProps {
  readonly ref: React.Ref<InputRef>
  readonly row: AlarmRow
  readonly note: string
  readonly problem: string | undefined
  readonly onNote: (note: string) => void
  readonly onProblem: (problem: string | undefined) => void
}

const MAX_NOTE = 500

function NoteField({ ref, row, note, problem, onNote, onProblem }: NoteFieldProps) {
  const mayComment = R.useMay(alarmEndpoints.comment)
  const notify = useNotify()
  const reload = useReloadAlarms()
  const [isSending, setIsSending] = useState(false)
  async function comment(): Promise<void> {
    setIsSending(true)
    try {
      await call(alarmEndpoints.comment, { body: { id: row.id, note: note.trim() } }, { silent: true })
      notify.line('已添加评论', 'success')
      onNote('')
      onProblem(undefined)
      reload()
    } catch (error) {
      onProblem(apiErrorOf(error).message)
    } finally {
      setIsSending(false)
    }
  }
  const isError = problem !== undefined && !isTaken(problem)
  return (
    <div className={styles.note}>
      <Input
        ref={ref}
        aria-label="确认说明"
        aria-invalid={isError || undefined}
        placeholder={`确认说明（1–2 级必填）`}
        maxLength={MAX_NOTE}
        status={isError ? 'error' : ''}
        value={note}
        onChange={(event) => {
          onNote(event.target.value)
          onProblem(undefined)
        }}
        suffix={
          mayComment && note.trim() !== '' ? (
            <button type="button" className={styles.send} disabled={isSending} onClick={() => void comment()}>
              仅评论
            </button>
          ) : (
            <span />
          )
        }
      />
      {isError && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
