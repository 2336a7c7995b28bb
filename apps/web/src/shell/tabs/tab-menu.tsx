import { Dropdown, type MenuProps } from 'antd'
import { useEffect } from 'react'
import type { Tab } from './tab-store.ts'
import type { TabActions } from './use-tab-actions.ts'

/** A tab's menu and where it was asked for, px of the window. */
export interface OpenMenu {
  readonly tab: Tab
  readonly x: number
  readonly y: number
}

export interface TabMenuProps {
  readonly open: OpenMenu
  readonly tabs: readonly Tab[]
  readonly actions: TabActions
  readonly onClose: () => void
}

/** SH-21: 刷新 关闭左侧 关闭右侧 关闭其它, at the pointer. Goes by a click outside, Esc, or scrolling. */
export function TabMenu({ open: { tab, x, y }, tabs, actions, onClose }: TabMenuProps) {
  useEffect(() => {
    window.addEventListener('scroll', onClose, { capture: true, passive: true })
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('scroll', onClose, { capture: true })
      window.removeEventListener('keydown', onKey)
    }
  }, [onClose])
  return (
    <Dropdown
      open
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was asked for takes the keyboard
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      menu={{ items: itemsFor(tab, tabs), onClick: ({ key }) => choose(key, tab, actions, onClose) }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {/* Of a pixel, since what has no size counts as hidden and gets no menu. */}
      <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
    </Dropdown>
  )
}

function itemsFor(tab: Tab, tabs: readonly Tab[]): NonNullable<MenuProps['items']> {
  const index = tabs.findIndex(({ key }) => key === tab.key)
  // 首页 always stays, so beside it there may be nothing to close.
  const isNoneLeft = index <= 1
  const isNoneRight = index === tabs.length - 1
  return [
    { key: 'refresh', label: '刷新' },
    { key: 'left', label: '关闭左侧', disabled: isNoneLeft },
    { key: 'right', label: '关闭右侧', disabled: isNoneRight },
    { key: 'others', label: '关闭其它', disabled: isNoneLeft && isNoneRight },
  ]
}

function choose(key: string, tab: Tab, actions: TabActions, onClose: () => void): void {
  onClose()
  if (key === 'refresh') actions.refresh(tab)
  if (key === 'left' || key === 'right' || key === 'others') actions.closeBeside(tab, key)
}
