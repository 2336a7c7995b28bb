import { LANDING_PATH } from '@natim/contract/constants'
import { create } from 'zustand'

/** One visited page. `key` is path and query without the list state. */
export interface Tab {
  readonly key: string
  /** Where the tab stands now, list state included. */
  readonly pathname: string
  readonly search: string
  readonly title: string
  readonly keepAlive: boolean
  /** Raised by a refresh: the page mounts anew. */
  readonly generation: number
}

export const HOME_TAB: Tab = {
  key: LANDING_PATH,
  pathname: LANDING_PATH,
  search: '',
  title: '首页',
  keepAlive: true,
  generation: 0,
}

/** Opens a tab, or moves the open one of that key to where the address now is; 首页 always stands first (SH-17, SH-18). */
export function visit(tabs: readonly Tab[], visited: Omit<Tab, 'generation'>): Tab[] {
  const withHome = tabs.length > 0 ? tabs : [HOME_TAB]
  const open = withHome.find((tab) => tab.key === visited.key)
  if (!open) return [...withHome, { ...visited, generation: 0 }]
  if (open.search === visited.search && open.pathname === visited.pathname) return [...withHome]
  return withHome.map((tab) => (tab === open ? { ...tab, pathname: visited.pathname, search: visited.search } : tab))
}

/** What is left, and the tab to show when the active one was closed: the right neighbour, else the left (D-35). */
export function close(
  tabs: readonly Tab[],
  key: string,
  activeKey: string,
): { tabs: readonly Tab[]; next: Tab | undefined } {
  const index = tabs.findIndex((tab) => tab.key === key)
  const left = tabs.filter((tab) => tab.key !== key)
  if (index < 0 || key === HOME_TAB.key || left.length === 0) return { tabs, next: undefined }
  return { tabs: left, next: key === activeKey ? (left[index] ?? left[index - 1]) : undefined }
}

interface TabState {
  readonly tabs: readonly Tab[]
}

export const useTabs = create<TabState>(() => ({ tabs: [HOME_TAB] }))

export const tabActions = {
  visit: (tab: Omit<Tab, 'generation'>) => useTabs.setState(({ tabs }) => ({ tabs: visit(tabs, tab) })),
  /** Returns the tab to go to, if the active one was closed. */
  close(key: string, activeKey: string): Tab | undefined {
    const { tabs, next } = close(useTabs.getState().tabs, key, activeKey)
    useTabs.setState({ tabs })
    return next
  },
  refresh: (key: string) =>
    useTabs.setState(({ tabs }) => ({
      tabs: tabs.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab)),
    })),
  /** A page names its own tab (a device instead of 设备详情). */
  rename: (key: string, title: string) =>
    useTabs.setState(({ tabs }) => ({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) })),
  reset: () => useTabs.setState({ tabs: [HOME_TAB] }),
}
