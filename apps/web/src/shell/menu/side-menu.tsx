import type { MenuNode } from '@natim/contract/system/session'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { PlainIcon } from '../../ui/plain/plain-icons.tsx'
import { Popup } from '../../ui/popup/popup.tsx'
import { roam } from '../../ui/popup/roam.ts'
import type { Page } from '../page.ts'
import { MenuEntry } from './menu-entry.tsx'
import { isGroup, type MenuItem, menuItems, namedIcon, selectedKeys } from './menu-items.tsx'
import { routePath } from './menu-link.ts'
import { MenuPopup } from './menu-popup.tsx'
import { useMenuVariables } from './menu-variables.ts'
import { afterNavigation, afterToggle } from './open-keys.ts'
import styles from './side-menu.module.css'
import { useHoverOpen } from './use-hover-open.ts'

export interface SideMenuProps {
  readonly menu: readonly MenuNode[]
  readonly page: Page | undefined
  /** Icons only; groups open beside the sider. */
  readonly isCollapsed?: boolean
  /** Called when an entry was chosen. */
  readonly onSelect?: () => void
}

/** Collapsed rows without an icon show their first character. */
const collapsedIcon = (node: MenuNode) =>
  namedIcon(node) ?? <span className={styles.initial}>{node.meta.title.slice(0, 1)}</span>

/** Inline menu of the sider and of the drawer. */
export function SideMenu({ menu, page, isCollapsed = false, onSelect }: SideMenuProps) {
  const variables = useMenuVariables()
  const selected = useMemo(() => selectedKeys(menu, page?.trail ?? []), [menu, page])
  const groups = useOpenGroups(menu, selected)
  const items = useMemo(
    () => menuItems(menu, { icon: isCollapsed ? collapsedIcon : namedIcon, variables }),
    [menu, isCollapsed, variables],
  )
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (list.current && roam(list.current, event.key, 'vertical')) event.preventDefault()
  }
  const Row = isCollapsed ? CollapsedRow : InlineRow
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links and buttons inside
    <ul ref={list} className={styles.menu} data-collapsed={isCollapsed} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <Row key={item.key} item={item} selected={selected} groups={groups} onSelect={onSelect} />
      ))}
    </ul>
  )
}

interface OpenGroups {
  readonly open: readonly string[]
  readonly toggle: (key: string) => void
}

interface RowProps {
  readonly item: MenuItem
  readonly selected: readonly string[]
  readonly groups: OpenGroups
  readonly onSelect: (() => void) | undefined
}

const Label = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <>
    {icon !== undefined && (
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
    )}
    <span className="ellipsis">{children}</span>
  </>
)

function InlineRow({ item, selected, groups, onSelect }: RowProps) {
  const { key, title, icon, children } = item
  const isSelected = selected.includes(key)
  if (children === undefined) {
    return (
      <li>
        <MenuEntry item={item} isSelected={isSelected} className={styles.entry} onSelect={onSelect}>
          <Label icon={icon}>{title}</Label>
        </MenuEntry>
      </li>
    )
  }
  const isOpen = groups.open.includes(key)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) groups.toggle(key)
  }
  return (
    <li>
      <button
        type="button"
        className={styles.entry}
        data-selected={isSelected}
        aria-expanded={isOpen}
        onClick={() => groups.toggle(key)}
        onKeyDown={onKeyDown}
      >
        <Label icon={icon}>{title}</Label>
        <span className={styles.arrow}>
          <PlainIcon name="down" />
        </span>
      </button>
      {isOpen && (
        <ul className={styles.below}>
          {children.map((child) => (
            <InlineRow key={child.key} item={child} selected={selected} groups={groups} onSelect={onSelect} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** An icon with a popup at its side: the page name, or the entries of the group. */
function CollapsedRow({ item, selected, onSelect }: RowProps) {
  const { key, title, icon, children } = item
  const row = useRef<HTMLLIElement>(null)
  const { open, show, stay, leave, close } = useHoverOpen()
  const isSelected = selected.includes(key)
  const label = (
    <>
      <Label icon={icon}>{''}</Label>
      <span className="visually-hidden">{title}</span>
    </>
  )
  const hover = {
    onPointerEnter: ({ pointerType }: { pointerType: string }) => (pointerType === 'mouse' ? show('pointer') : stay()),
    onPointerLeave: leave,
  }
  if (children === undefined) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- where pointer and focus are, whatever they are on
      <li ref={row} {...hover} onFocus={() => show('pointer')} onBlur={close}>
        <MenuEntry item={item} isSelected={isSelected} className={styles.entry} onSelect={onSelect}>
          {label}
        </MenuEntry>
        {open !== undefined && (
          <Popup anchor={row} placement="rightStart" onClose={close} className={styles.tip ?? ''} role="tooltip">
            {title}
          </Popup>
        )}
      </li>
    )
  }
  return (
    <li ref={row} {...hover}>
      <button
        type="button"
        className={styles.entry}
        data-selected={isSelected}
        aria-haspopup="true"
        aria-expanded={open !== undefined}
        onClick={({ detail }) => show(detail === 0 ? 'key' : 'pointer')}
        onKeyDown={({ key: pressed }) => pressed === 'ArrowRight' && show('key')}
      >
        {label}
      </button>
      {open !== undefined && (
        <MenuPopup
          anchor={row}
          placement="rightStart"
          title={title}
          items={[{ key: 'title', title, children }]}
          selected={selected}
          isByKey={open === 'key'}
          onClose={close}
        />
      )}
    </li>
  )
}

/** Open groups of the sider. Collapsing closes all but remembers them (SH-10). */
function useOpenGroups(menu: readonly MenuNode[], selected: readonly string[]): OpenGroups {
  const roots = useMemo(() => new Set(menu.filter(isGroup).map(routePath)), [menu])
  const [open, setOpen] = useState<readonly string[]>(selected)
  const [followed, setFollowed] = useState(selected)
  if (followed !== selected) {
    setFollowed(selected)
    setOpen(afterNavigation(open, selected, roots))
  }
  const toggle = (key: string) => {
    const next = open.includes(key) ? open.filter((other) => other !== key) : [...open, key]
    setOpen(afterToggle(open, next, roots))
  }
  return { open, toggle }
}
