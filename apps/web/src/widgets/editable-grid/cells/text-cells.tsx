import { TEXT_POPUP_PX } from '@natim/contract/constants'
import { Popover } from 'antd'
import { useState } from 'react'
import { isTypedNumber, parseTypedNumber } from '../core/number-typing.ts'
import styles from '../grid.module.css'
import type { CellEdit, CellKind } from './cell-kind.ts'
import { Idle } from './idle.tsx'

const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

type TextFieldProps = Pick<CellEdit, 'column' | 'isDisabled' | 'isInvalid' | 'label'> & {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onLeave?: () => void
}

function TextField({ column, isDisabled, isInvalid, label, text, onText, onLeave }: TextFieldProps) {
  return (
    <input
      {...column.props}
      className={`${styles.control} ${column.type === 'inputNumber' ? styles.numeric : ''}`}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-required={column.isRequired || undefined}
      placeholder={column.hint}
      disabled={isDisabled}
      autoComplete="off"
      inputMode={column.type === 'inputNumber' ? 'decimal' : undefined}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onBlur={onLeave}
    />
  )
}

function TextEdit({ value, onChange, ...field }: CellEdit) {
  return <TextField {...field} text={textOf(value)} onText={(text) => onChange(text)} />
}

/** The row always holds the number; incomplete input stays in the field (WG-185). */
function NumberEdit({ value, onChange, ...field }: CellEdit) {
  const [draft, setDraft] = useState(textOf(value))
  const isCurrent = parseTypedNumber(draft) === (parseTypedNumber(value) ?? null)
  const take = (text: string) => {
    if (!isTypedNumber(text)) return
    setDraft(text)
    onChange(parseTypedNumber(text))
  }
  return (
    <TextField
      {...field}
      text={isCurrent ? draft : textOf(value)}
      onText={take}
      onLeave={() => setDraft(textOf(value))}
    />
  )
}

const [POPUP_WIDTH_PX, POPUP_HEIGHT_PX] = TEXT_POPUP_PX.grid

/** Long text: one line in the cell, a pop-up while editing. */
function LongTextEdit({ value, onChange, ...field }: CellEdit) {
  const [isOpen, setIsOpen] = useState(false)
  const text = textOf(value)
  const area = (
    <textarea
      className={styles.area}
      style={{ width: POPUP_WIDTH_PX, height: POPUP_HEIGHT_PX }}
      aria-label={field.label}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      ref={(element) => element?.focus({ preventScroll: true })}
    />
  )
  return (
    <div className={styles.joined}>
      <TextField {...field} text={text.replaceAll('\n', ' ')} onText={(line) => onChange(line)} />
      <Popover
        trigger="click"
        placement="bottomRight"
        title={field.column.title}
        content={area}
        open={isOpen && !field.isDisabled}
        onOpenChange={setIsOpen}
        destroyOnHidden
      >
        <button
          type="button"
          className={styles.more}
          aria-label={`${field.label}：展开编辑`}
          disabled={field.isDisabled}
        />
      </Popover>
    </div>
  )
}

const asText = { parse: (text: string) => text, format: textOf, isText: true } satisfies Partial<CellKind>

/** Read-only. */
export const normalCell: CellKind = {
  View: ({ value }) => <span className={styles.plain}>{textOf(value) || '—'}</span>,
  parse: () => undefined,
  format: textOf,
}

export const textCell: CellKind = {
  ...asText,
  View: (view) => (
    <Idle {...view} as="textbox">
      {textOf(view.value)}
    </Idle>
  ),
  Edit: TextEdit,
}

export const longTextCell: CellKind = {
  ...textCell,
  View: (view) => (
    <Idle {...view} as="textbox" mark={styles.expandable}>
      {textOf(view.value)}
    </Idle>
  ),
  Edit: LongTextEdit,
}

export const numberCell: CellKind = {
  ...textCell,
  View: (view) => (
    <Idle {...view} as="textbox" mark={styles.numeric}>
      {textOf(view.value)}
    </Idle>
  ),
  Edit: NumberEdit,
  // Thousands separators are spreadsheet formatting, not part of the number.
  parse: (text) => (text.trim() === '' ? null : (parseTypedNumber(text.replaceAll(',', '')) ?? undefined)),
}
