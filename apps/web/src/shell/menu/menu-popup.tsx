import { type KeyboardEvent, useRef } from 'react'
import { Popup, type PopupProps } from '../../ui/popup/popup.tsx'
import { roam } from '../../ui/popup/roam.ts'
import { useFocusInside } from '../../ui/popup/use-focus-inside.ts'
import { MenuEntry } from './menu-entry.tsx'
import type { MenuItem } from './menu-items.tsx'
import styles from './menu-popup.module.css'
import { useMenuThemeAttributes } from './menu-theme.ts'

interface MenuPopupProps extends Pick<PopupProps, 'anchor' | 'placement'> {
  readonly title: string
  readonly items: readonly MenuItem[]
  readonly selected: readonly string[]
  /** Opened by keyboard: the focus moves into it. */
  readonly isByKey: boolean
  readonly onClose: () => void
}

/** Entries of a group in a popup beside it; nested groups are listed under their title. */
export function MenuPopup({ title, items, selected, isByKey, onClose, ...where }: MenuPopupProps) {
  const list = useRef<HTMLUListElement>(null)
  const close = useFocusInside(list, onClose, isByKey)
  const onKeyDown = (event: KeyboardEvent) => {
    // The menu bar handles keys too, and must not get those of the popup.
    event.stopPropagation()
    if (event.key === 'Tab' || event.key === 'ArrowLeft') close()
    else if (list.current && roam(list.current, event.key, 'vertical')) event.preventDefault()
  }
  return (
    <Popup
      {...where}
      {...useMenuThemeAttributes()}
      role="group"
      aria-label={title}
      className={styles.popup ?? ''}
      onClose={close}
      onKeyDown={onKeyDown}
    >
      <Entries ref={list} items={items} selected={selected} onSelect={close} />
    </Popup>
  )
}

interface EntriesProps extends Pick<MenuPopupProps, 'items' | 'selected'> {
  readonly ref?: React.Ref<HTMLUListElement>
  readonly onSelect: () => void
}

const Entries = ({ ref, items, selected, onSelect }: EntriesProps) => (
  <ul ref={ref} className={styles.list}>
    {items.map((item) => (
      <li key={item.key}>
        {item.children === undefined ? (
          <MenuEntry
            item={item}
            isSelected={selected.includes(item.key)}
            className={styles.entry}
            onSelect={onSelect}
          />
        ) : (
          <>
            <span className={styles.title}>{item.title}</span>
            <Entries items={item.children} selected={selected} onSelect={onSelect} />
          </>
        )}
      </li>
    ))}
  </ul>
)
