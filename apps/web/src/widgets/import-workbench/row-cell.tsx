import type { ImportColumn } from '@natim/contract/system/import'
import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import styles from './import-workbench.module.css'

export interface RowCellProps {
  readonly column: ImportColumn
  readonly rowNo: number
  readonly text: string
  readonly fault: string | undefined
  /** Text before the import, for a changed row. */
  readonly before: string | undefined
  readonly isEditable: boolean
  readonly onMend: (text: string) => void
}

/** One cell of a checked row. An invalid one is edited in place; others after a click. */
export function RowCell({ column, rowNo, text, fault, before, isEditable, onMend }: RowCellProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `第 ${rowNo} 行 ${column.title}`
  if (!isEditable) {
    return (
      <span title={text}>
        {text || '—'}
        {before !== undefined && before !== text && <del className={styles.before}>{before || '空'}</del>}
      </span>
    )
  }
  if (fault === undefined && !isOpen) {
    return (
      <button
        type="button"
        className={`${styles.idle} ellipsis`}
        aria-label={`修改${label}：${text || '—'}`}
        title={text}
        onClick={() => setIsOpen(true)}
      >
        {text || '—'}
      </button>
    )
  }
  return (
    <>
      <CellInput
        key={text}
        label={label}
        options={column.options}
        text={text}
        isWrong={fault !== undefined}
        isFocused={isOpen}
        onDone={(next) => {
          setIsOpen(false)
          if (next !== text) onMend(next)
        }}
      />
      {fault !== undefined && <span className={styles.fault}>{fault}</span>}
    </>
  )
}

interface CellInputProps {
  readonly label: string
  readonly options: readonly string[]
  readonly text: string
  readonly isWrong: boolean
  readonly isFocused: boolean
  readonly onDone: (text: string) => void
}

function CellInput({ label, options, text, isWrong, isFocused, onDone }: CellInputProps) {
  const [typed, setTyped] = useState(text)
  const common = {
    'aria-label': label,
    'aria-invalid': isWrong,
    size: 'small',
    autoFocus: isFocused,
    className: styles.control ?? '',
    ...(isWrong && { status: 'error' as const }),
    value: typed,
    onBlur: () => onDone(typed),
  } as const
  if (options.length > 0) {
    return (
      <AutoComplete
        {...common}
        options={options.map((value) => ({ value }))}
        onChange={(next: string) => setTyped(next)}
        onSelect={(next: string) => onDone(next)}
      />
    )
  }
  return (
    <Input
      {...common}
      maxLength={2_000}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => onDone(typed)}
      onKeyDown={(event) => event.key === 'Escape' && setTyped(text)}
    />
  )
}
