import { Button, Select, Space } from 'antd'
import { cutText } from '../ellipsis/cut-text.ts'
import { LOADING } from './loading.ts'
import type { Pair } from './pair.ts'

export interface PickerFieldProps {
  readonly id?: string
  readonly disabled?: boolean | undefined
  readonly placeholder?: string
  readonly 'aria-label'?: string
  readonly onBlur?: () => void
  readonly pairs: readonly Pair[]
  /** Labels are not known yet. */
  readonly isLoading: boolean
  /** Text of the button beside it. Without a button, a click on the field opens. */
  readonly button: string | undefined
  /** Characters shown of a label; -1 = all. */
  readonly length?: number
  readonly onOpen: () => void
  readonly onChoose: (pairs: readonly Pair[]) => void
}

/** The choice as removable tags; no typing here. */
export function PickerField(props: PickerFieldProps) {
  const { pairs: chosen, isLoading, button, length = -1, onOpen, onChoose, disabled, placeholder, ...rest } = props
  const pairs = isLoading ? [] : chosen
  const options = pairs.map(({ value, text }) => ({ value, label: cutText(text, length), title: text }))
  const select = (
    <Select
      {...rest}
      mode="multiple"
      open={false}
      showSearch={false}
      suffixIcon={null}
      allowClear
      placeholder={isLoading ? LOADING : placeholder}
      disabled={disabled}
      options={options}
      value={pairs.map(({ value }) => value)}
      onChange={(kept) => onChoose(pairs.filter(({ value }) => kept.includes(value)))}
      onClick={button === undefined && !disabled ? (event) => isOpening(event.target) && onOpen() : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !disabled) onOpen()
      }}
      // Fits the available width: long labels are cut and do not displace the button.
      style={{ flex: '1 1 0', width: '100%', minWidth: 0 }}
    />
  )
  if (button === undefined) return select
  return (
    <Space.Compact style={{ width: '100%' }}>
      {select}
      <Button disabled={disabled} onClick={onOpen} style={{ flex: 'none', height: 'auto' }}>
        {button}
      </Button>
    </Space.Compact>
  )
}

/** A click on a remove button does not open the dialog. */
const isOpening = (target: Element) =>
  !target.closest('[class*="-remove"], [class*="-clear"]:not([class*="allow-clear"])')
