import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { RELOAD_EFFECT_MS } from '@natim/contract/constants'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './tab-bar.module.css'
import type { OpenMenu } from './tab-menu.tsx'
import { HOME_TAB, type Tab } from './tab-store.ts'
import type { TabActions } from './use-tab-actions.ts'

export interface TabItemProps {
  readonly tab: Tab
  readonly isActive: boolean
  readonly actions: TabActions
  readonly onMenu: (menu: OpenMenu) => void
}

/** One tab: a link, so that it can be opened elsewhere; Delete and middle click close it. */
export function TabItem({ tab, isActive, actions, onMenu }: TabItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const isRefreshed = useFlash(tab.generation)
  useInSight(item, isActive)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    event.preventDefault()
    actions.close(tab)
  }
  const openMenu = (event: MouseEvent) => {
    event.preventDefault()
    // In some browsers the context-menu key has no pointer position.
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    const hasPointer = event.clientX !== 0 || event.clientY !== 0
    onMenu({ tab, at: hasPointer ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom } })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the event bubbles from the link inside, keyboard included
    <li ref={item} className={styles.tab} data-active={isActive} onContextMenu={openMenu}>
      <Link
        to={tab.pathname + tab.search}
        className={styles.link}
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        onKeyDown={onKeyDown}
        onAuxClick={(event) => event.button === 1 && actions.close(tab)}
      >
        {tab.title}
      </Link>
      {isActive && (
        <IconButton
          className={styles.icon}
          icon={<ReloadOutlined spin={isRefreshed} />}
          aria-label={`刷新 ${tab.title}`}
          onClick={() => actions.refresh(tab)}
        />
      )}
      {tab.key !== HOME_TAB.key && (
        <IconButton
          className={styles.icon}
          icon={<CloseOutlined />}
          aria-label={`关闭 ${tab.title}`}
          onClick={() => actions.close(tab)}
        />
      )}
    </li>
  )
}

/**
 * Scrolls the current tab into view. Visibility comes from the browser's observer: measuring would force a layout of
 * the page just shown, and then another.
 */
function useInSight(item: RefObject<HTMLElement | null>, isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !item.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => {
      observer.disconnect()
      if (entry && entry.intersectionRatio < 1) entry.target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [item, isActive])
}

/** Briefly true after the value changed: the reload effect of spec §9. */
function useFlash(value: number): boolean {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return
    const timer = window.setTimeout(() => setSettled(value), RELOAD_EFFECT_MS)
    return () => window.clearTimeout(timer)
  }, [settled, value])
  return settled !== value
}
