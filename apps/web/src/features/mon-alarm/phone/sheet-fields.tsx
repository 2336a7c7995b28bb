import { CLOSE_CODE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import type { CloseCode } from '@natim/domain/alarm/state'
import { keysOf } from '@natim/domain/record'
import { Input } from 'antd'
import { tickerNow } from '@/ui/ticker.ts'
import { denialText } from '@/widgets/alarm/alarm-facts.ts'
import { useMayCloseActive } from '../action/may-close-active.ts'
import { MAX_NOTE, MINUTES, NOTE_LABELS, needsNote, type OrderValues } from '../action/order-form.ts'
import styles from './alarm-sheet.module.css'
import type { SheetKind } from './use-sheet.ts'

/** Common phrases; a tap appends one. */
const PHRASES: Readonly<Record<SheetKind, readonly string[]>> = {
  ack: ['已电话核实', '已派人到场', '检修放空', '疑似降雨'],
  shelve: ['检修放空', '等待复测', '设备校准'],
  close: ['现场已恢复', '复测正常', '已报修'],
}

export interface SheetFieldsProps {
  readonly kind: SheetKind
  readonly row: AlarmRow
  readonly sheet: { readonly values: OrderValues; readonly change: (part: OrderValues) => void }
}

/** Reason, duration and note. */
export function SheetFields({ kind, row, sheet: { values, change } }: SheetFieldsProps) {
  const { note = '', minutes, closeCode } = values
  const codes = useCodes(row)
  const isRequired = needsNote(kind, [row])
  const append = (phrase: string) => change({ note: note === '' ? phrase : `${note}，${phrase}`.slice(0, MAX_NOTE) })
  return (
    <div className={styles.fields}>
      {kind === 'shelve' && (
        <Chips label="搁置时长" options={MINUTES} value={minutes} onChoose={(chosen) => change({ minutes: chosen })} />
      )}
      {kind === 'close' && (
        <Chips
          label="关闭原因"
          options={codes}
          value={closeCode}
          onChoose={(chosen) => change({ closeCode: chosen })}
        />
      )}
      <label className={styles.note}>
        <span className={isRequired ? styles.required : undefined}>{NOTE_LABELS[kind]}</span>
        <Input.TextArea
          aria-label={NOTE_LABELS[kind]}
          rows={2}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </label>
      <div className={styles.chips} role="group" aria-label="常用语">
        {PHRASES[kind].map((phrase) => (
          <button key={phrase} type="button" className={styles.chip} onClick={() => append(phrase)}>
            {phrase}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Close codes currently allowed for this alarm. */
function useCodes(row: AlarmRow): { readonly value: CloseCode; readonly label: string }[] {
  const mayCloseActive = useMayCloseActive()
  return keysOf(CLOSE_CODE)
    .filter((closeCode) => denialText('close', row, tickerNow(), { mayCloseActive, closeCode }) === undefined)
    .map((value) => ({ value, label: CLOSE_CODE[value] }))
}

interface ChipsProps<T> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: T | undefined
  readonly onChoose: (value: T) => void
}

function Chips<T extends string | number>({ label, options, value, onChoose }: ChipsProps<T>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
