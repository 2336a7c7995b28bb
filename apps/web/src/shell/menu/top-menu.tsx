import type { MenuNode } from '@natim/contract/system/session'
import { type KeyboardEvent, useMemo, useRef } from 'react'
import { PlainIcon } from '../../ui/plain/plain-icons.tsx'
import { roam } from '../../ui/popup/roam.ts'
import type { Page } from '../page.ts'
import { MenuEntry } from './menu-entry.tsx'
import { type MenuItem, menuItems, noIcon, selectedKeys } from './menu-items.tsx'
import { MenuPopup } from './menu-popup.tsx'
import { useMenuVariables } from './menu-variables.ts'
import styles from './top-menu.module.css'
import { useFold } from './use-fold.ts'
import { useHoverOpen } from './use-hover-open.ts'

/** Horizontal menu of the header; entries that do not fit fold into 更多 (SH-03). */
export function TopMenu({ menu, page }: { readonly menu: readonly MenuNode[]; readonly page: Page | undefined }) {
  const variables = useMenuVariables()
  const selected = useMemo(() => selectedKeys(menu, page?.trail ?? []), [menu, page])
  const items = useMemo(() => menuItems(menu, { icon: noIcon, variables }), [menu, variables])
  const bar = useRef<HTMLUListElement>(null)
  const count = useFold(bar, items)
  const folded = items.slice(count)
  const onKeyDown = (event: KeyboardEvent) => {
    if (bar.current && roam(bar.current, event.key, 'horizontal')) event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and buttons inside
    <nav className={styles.nav} aria-label="主菜单" onKeyDown={onKeyDown}>
      <ul ref={bar} className={styles.bar}>
        {items.slice(0, count).map((item) => (
          <li key={item.key}>
            {item.children === undefined ? (
              <MenuEntry item={item} isSelected={selected.includes(item.key)} className={styles.entry}>
                <span className={styles.title} data-title={item.title}>
                  {item.title}
                </span>
              </MenuEntry>
            ) : (
              <Group
                title={item.title}
                items={item.children}
                selected={selected}
                isSelected={selected.includes(item.key)}
              />
            )}
          </li>
        ))}
        {folded.length > 0 && (
          <li>
            <Group
              title="更多"
              items={folded}
              selected={selected}
              isSelected={folded.some(({ key }) => selected.includes(key))}
            />
          </li>
        )}
      </ul>
    </nav>
  )
}

interface GroupProps {
  readonly title: string
  readonly items: readonly MenuItem[]
  readonly selected: readonly string[]
  readonly isSelected: boolean
}

/** Opens on hover, by a click, and by the usual keys. */
function Group({ title, items, selected, isSelected }: GroupProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { open, show, stay, leave, close } = useHoverOpen()
  return (
    // The popup is a React child, wherever it is in the document: moving into it is not leaving.
    <div onPointerEnter={stay} onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}>
      <button
        ref={button}
        type="button"
        className={styles.entry}
        data-selected={isSelected}
        aria-haspopup="true"
        aria-expanded={open !== undefined}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show('pointer')}
        onClick={({ detail }) => {
          // A click without pointer detail comes from a key.
          if (detail === 0) show('key')
          else if (open === undefined) show('pointer')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show('key')
        }}
      >
        <span className={styles.title} data-title={title}>
          {title}
        </span>
        {title === '更多' && <PlainIcon name="down" />}
      </button>
      {open !== undefined && (
        <MenuPopup
          anchor={button}
          title={title}
          items={items}
          selected={selected}
          isByKey={open === 'key'}
          onClose={close}
        />
      )}
    </div>
  )
}
