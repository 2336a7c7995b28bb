import { CloseOutlined, FullscreenOutlined } from '@ant-design/icons'
import { TEXT_POPUP_PX } from '@natim/contract/constants'
import { Button, type GetRef, Input, Popover } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import type { ControlProps } from '../control-props.ts'
import styles from './text-popup.module.css'

export interface TextPopupProps extends ControlProps<string> {
  /** The box is larger in a grid. */
  readonly size?: keyof typeof TEXT_POPUP_PX
  /** Title of the box. */
  readonly title?: string
}

/** The text is the only content of the box, so it gets the focus on opening. */
const focusAtEnd = (area: GetRef<typeof Input.TextArea> | null) => area?.focus({ cursor: 'end' })

/** Long text in a single line and in a box that opens from it; both edit the same value (WG-20). */
export function TextPopup({ size = 'default', title, value, onChange, disabled, ...rest }: TextPopupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [width, height] = TEXT_POPUP_PX[size]
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Keeps an enclosing dialog open.
    event.stopPropagation()
    setIsOpen(false)
  }
  const label = rest['aria-label'] ?? title ?? '文本'
  const box = (
    <div className={styles.box} style={{ width, height }} onKeyDown={closeByEscape} role="presentation">
      <header className={styles.head}>
        <span className="ellipsis">{title ?? label}</span>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭" onClick={() => setIsOpen(false)} />
      </header>
      <Input.TextArea
        ref={focusAtEnd}
        className={styles.text}
        aria-label={`${label}（全文）`}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  )
  const opener = (
    <Popover
      open={isOpen && !disabled}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      content={box}
      destroyOnHidden
      styles={{ container: { padding: 0 } }}
    >
      <Button type="text" size="small" disabled={disabled} icon={<FullscreenOutlined />} aria-label={`展开${label}`} />
    </Popover>
  )
  return (
    <Input
      {...rest}
      disabled={disabled}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      suffix={opener}
    />
  )
}
