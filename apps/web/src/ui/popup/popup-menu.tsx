import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Popup, type PopupProps } from './popup.tsx'
import styles from './popup-menu.module.css'
import { roam } from './roam.ts'
import { useFocusInside } from './use-focus-inside.ts'

export interface PopupMenuItem {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  readonly onSelect: () => void
}

export interface PopupMenuProps extends Pick<PopupProps, 'anchor' | 'placement'> {
  readonly label: string
  readonly items: readonly PopupMenuItem[]
  /** Also called after a choice. */
  readonly onClose: () => void
}

/**
 * A menu opened by the user: takes the focus at once, arrows move through it, Tab and Esc close it and restore the
 * focus.
 */
export function PopupMenu({ label, items, onClose, ...where }: PopupMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useFocusInside(list, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close()
    else if (list.current && roam(list.current, event.key, 'vertical')) event.preventDefault()
  }
  return (
    <Popup {...where} onClose={close}>
      <div ref={list} role="menu" tabIndex={-1} aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
        {items.map(({ key, label: text, icon, isDisabled, onSelect }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isDisabled}
            className={styles.item}
            onClick={() => {
              close()
              onSelect()
            }}
          >
            {icon}
            {text}
          </button>
        ))}
      </div>
    </Popup>
  )
}
