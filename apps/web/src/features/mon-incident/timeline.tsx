import { INCIDENT_ENTRY } from '@natim/contract/dict'
import type { IncidentDetail, IncidentEntry } from '@natim/contract/mon/incident'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Input, type InputRef, Select } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { Panel } from '@/ui/panel.tsx'
import styles from './incident.module.css'
import { type EntryKind, useIncidentOrders } from './use-incident.ts'

const KINDS = (['note', 'action', 'measure'] as const).map((value) => ({ value, label: INCIDENT_ENTRY[value] }))
const MAX_TEXT = 1_000

interface TimelineProps {
  readonly detail: IncidentDetail
  readonly mayEdit: boolean
}

/**
 * 时间线, newest first. Entries are immutable: a corrected one is struck through, its correction is a separate entry.
 */
export function Timeline({ detail: { incident, entries }, mayEdit }: TimelineProps) {
  const [corrected, setCorrected] = useState<IncidentEntry>()
  const replaced = new Set(entries.map(({ corrects }) => corrects))
  return (
    <Panel isFlush title="时间线" meta={`${entries.length} 条`}>
      <ol className={styles.timeline}>
        {entries.map((entry) => (
          <li key={entry.seq} data-struck={replaced.has(entry.seq) || undefined}>
            <time title={formatGmt8(entry.tsMs)}>{formatGmt8(entry.tsMs).slice(5, 16)}</time>
            <span className={styles.entry}>
              <span>
                <b>{entry.corrects === null ? entry.kind_dictText : '更正'}</b> <span>{entry.text}</span>
              </span>
              <span className="t-caption">
                {entry.authorName}
                {replaced.has(entry.seq) && ' · 已被更正'}
              </span>
            </span>
            {mayEdit && entry.kind !== 'alarm' && !replaced.has(entry.seq) && (
              <Button type="link" size="small" aria-label={`更正：${entry.text}`} onClick={() => setCorrected(entry)}>
                更正
              </Button>
            )}
          </li>
        ))}
      </ol>
      {mayEdit && (
        <EntryForm
          key={corrected?.seq ?? 'new'}
          incident={incident}
          corrected={corrected}
          onDone={() => setCorrected(undefined)}
        />
      )}
    </Panel>
  )
}

interface EntryFormProps {
  readonly incident: IncidentDetail['incident']
  readonly corrected: IncidentEntry | undefined
  readonly onDone: () => void
}

/** Adds an entry: `N` focuses the field, Enter sends. */
function EntryForm({ incident, corrected, onDone }: EntryFormProps) {
  const field = useRef<InputRef>(null)
  const orders = useIncidentOrders(incident)
  const [kind, setKind] = useState<EntryKind>('note')
  const [text, setText] = useState(corrected?.text ?? '')
  useEffect(() => {
    if (corrected) field.current?.focus()
  }, [corrected])
  useNoteKey(() => field.current?.focus())
  async function send(): Promise<void> {
    const said = text.trim()
    if (said === '' || orders.isBusy) return
    const ofKind = corrected && corrected.kind !== 'alarm' ? corrected.kind : kind
    if (!(await orders.write(ofKind, said, corrected?.seq))) return
    setText('')
    onDone()
  }
  return (
    <div className={styles.form}>
      {corrected === undefined ? (
        <Select aria-label="类别" options={KINDS} value={kind} onChange={setKind} className={styles.kind} />
      ) : (
        <Button onClick={onDone}>取消更正</Button>
      )}
      <Input
        ref={field}
        aria-label={corrected === undefined ? '记一条' : '更正为'}
        aria-keyshortcuts="N"
        placeholder="记一条，只增不改"
        maxLength={MAX_TEXT}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={({ nativeEvent }) => {
          if (!nativeEvent.isComposing) void send()
        }}
      />
      <Button loading={orders.isBusy} disabled={text.trim() === ''} onClick={() => void send()}>
        记录
      </Button>
    </div>
  )
}

function useNoteKey(onNote: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    if (event.key.toLowerCase() !== 'n') return
    event.preventDefault()
    onNote()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
