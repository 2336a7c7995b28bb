import { LANDING_PATH } from '@natim/contract/constants'
import { create } from 'zustand'

/** One visited page. `key` is path and query without the list state. */
export interface Tab {
  readonly key: string
  /** Current address of the tab, list state included. */
  readonly pathname: string
  readonly search: string
  readonly title: string
  readonly keepAlive: boolean
  /** False for the 首页 tab until it is visited. */
  readonly isVisited: boolean
  /** Incremented by a refresh, which remounts the page. */
  readonly generation: number
}

export const HOME_TAB: Tab = {
  key: LANDING_PATH,
  pathname: LANDING_PATH,
  search: '',
  title: '首页',
  keepAlive: true,
  isVisited: false,
  generation: 0,
}

/** A page that was navigated to. */
export type Visit = Omit<Tab, 'generation' | 'isVisited'>

/** Opens a tab, or updates the address of the open one with that key (SH-17). */
export function visit(tabs: readonly Tab[], { key, pathname, search, title, keepAlive }: Visit): readonly Tab[] {
  const open = tabs.find((tab) => tab.key === key)
  if (!open) return [...tabs, { key, pathname, search, title, keepAlive, isVisited: true, generation: 0 }]
  if (open.search === search && open.pathname === pathname && open.isVisited) return tabs
  return tabs.map((tab) => (tab === open ? { ...tab, pathname, search, isVisited: true } : tab))
}

/** 首页 before the others (SH-18, SH-25). */
export const withHome = (tabs: readonly Tab[]): readonly Tab[] => [
  tabs.find(({ key }) => key === HOME_TAB.key) ?? HOME_TAB,
  ...tabs.filter(({ key }) => key !== HOME_TAB.key),
]

export interface Closing {
  readonly tabs: readonly Tab[]
  /** Navigation target when the active tab was closed. */
  readonly next?: Tab | undefined
  /** Why nothing was closed. */
  readonly refused?: 'home' | 'last'
}

/** When the active tab closes, its right neighbour becomes active, else the left one (D-35). */
export function close(tabs: readonly Tab[], key: string, activeKey: string): Closing {
  if (key === HOME_TAB.key) return { tabs, refused: 'home' }
  const index = tabs.findIndex((tab) => tab.key === key)
  if (index < 0) return { tabs }
  const left = tabs.filter((tab) => tab.key !== key)
  if (left.length === 0) return { tabs, refused: 'last' }
  return { tabs: left, next: key === activeKey ? (left[index] ?? left[index - 1]) : undefined }
}

/** Side of a tab to close; `others` is both. 首页 always stays (SH-22). */
export type Side = 'left' | 'right' | 'others'

export function closeBeside(tabs: readonly Tab[], key: string, side: Side, activeKey: string): Closing {
  const index = tabs.findIndex((tab) => tab.key === key)
  if (index < 0) return { tabs }
  const kept = tabs.filter((tab, at) => {
    if (at === index || tab.key === HOME_TAB.key) return true
    return side === 'left' ? at > index : side === 'right' && at < index
  })
  const isActiveKept = kept.some((tab) => tab.key === activeKey)
  return { tabs: kept, next: isActiveKept ? undefined : tabs[index] }
}

interface TabState {
  readonly tabs: readonly Tab[]
}

export const useTabs = create<TabState>(() => ({ tabs: [HOME_TAB] }))

function apply(closing: Closing): Closing {
  useTabs.setState({ tabs: closing.tabs })
  return closing
}
const change = (update: (tabs: readonly Tab[]) => readonly Tab[]) =>
  useTabs.setState(({ tabs }) => ({ tabs: update(tabs) }))

export const tabActions = {
  visit: (page: Visit) => change((tabs) => visit(tabs, page)),
  close: (key: string, activeKey: string) => apply(close(useTabs.getState().tabs, key, activeKey)),
  closeBeside: (key: string, side: Side, activeKey: string) =>
    apply(closeBeside(useTabs.getState().tabs, key, side, activeKey)),
  refresh: (key: string) =>
    change((tabs) => tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab))),
  /** Lets a page name its own tab (a device instead of 设备详情). */
  rename: (key: string, title: string) =>
    change((tabs) => tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab))),
  /** Turning tabs off keeps the current page (SH-25). */
  keepOnly: (key: string) => change((tabs) => tabs.filter((tab) => tab.key === key)),
  keepWhere: (isKept: (tab: Tab) => boolean) => change((tabs) => tabs.filter(isKept)),
  showHome: () => change(withHome),
  reset: () => useTabs.setState({ tabs: [HOME_TAB] }),
}
