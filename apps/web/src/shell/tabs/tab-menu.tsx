import { type Point } from '../../ui/popup/popup.tsx'
import { PopupMenu, type PopupMenuItem } from '../../ui/popup/popup-menu.tsx'
import { HOME_TAB, type Tab } from './tab-store.ts'
import type { TabActions } from './use-tab-actions.ts'

/** A tab's menu and where it was opened. */
export interface OpenMenu {
  readonly tab: Tab
  readonly at: Point
}

export interface TabMenuProps {
  readonly open: OpenMenu
  readonly tabs: readonly Tab[]
  readonly actions: TabActions
  readonly onClose: () => void
}

/** SH-21: 刷新 关闭左侧 关闭右侧 关闭其它, at the pointer. */
export const TabMenu = ({ open: { tab, at }, tabs, actions, onClose }: TabMenuProps) => (
  <PopupMenu label={`${tab.title} 的菜单`} anchor={at} items={itemsFor(tab, tabs, actions)} onClose={onClose} />
)

function itemsFor(tab: Tab, tabs: readonly Tab[], actions: TabActions): readonly PopupMenuItem[] {
  const index = tabs.findIndex(({ key }) => key === tab.key)
  // 首页 always stays, so there may be nothing to close.
  const isNoneLeft = tabs.slice(0, index).every(({ key }) => key === HOME_TAB.key)
  const isNoneRight = index === tabs.length - 1
  const close = (side: 'left' | 'right' | 'others') => () => actions.closeBeside(tab, side)
  return [
    { key: 'refresh', label: '刷新', onSelect: () => actions.refresh(tab) },
    { key: 'left', label: '关闭左侧', isDisabled: isNoneLeft, onSelect: close('left') },
    { key: 'right', label: '关闭右侧', isDisabled: isNoneRight, onSelect: close('right') },
    { key: 'others', label: '关闭其它', isDisabled: isNoneLeft && isNoneRight, onSelect: close('others') },
  ]
}
