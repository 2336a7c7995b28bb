import { useEffect, useEffectEvent, useRef } from 'react'
import { goTo, useAddress } from '../lib/address.tsx'
import { tabPath } from '../lib/list-state.ts'
import { useNotify } from '../lib/notify.ts'
import { useSettings } from '../lib/settings-store.ts'
import { findPage, type Page, titleAt } from './page.ts'
import { HOME_TAB, tabActions, useTabs } from './tabs/tab-store.ts'
import { useDocumentTitle } from './use-document-title.ts'

export interface CurrentPage {
  /** Key of its tab: path and query without list state. */
  readonly key: string
  /** Undefined when the address matches no page. */
  readonly page: Page | undefined
  /** Whether tabs are shown: turned on, and not on mobile (SH-25). */
  readonly isTabbed: boolean
}

/** The page of the address, with the effects of navigation: tab, window title, scroll. */
export function useCurrentPage(pages: readonly Page[]): CurrentPage {
  const { pathname, search } = useAddress()
  const isMultipage = useSettings((state) => state.multipage)
  const isDesktop = useSettings((state) => state.device === 'desktop')
  const key = tabPath(pathname, search)
  const page = findPage(pages, pathname)
  useDocumentTitle(key, page && titleAt(page, pathname))
  useEffect(() => {
    if (!page?.hasTab) return
    tabActions.visit({ key, pathname, search, title: titleAt(page, pathname), keepAlive: page.keepAlive })
  }, [key, page, pathname, search])
  useTabSwitch(isMultipage, key, isHere(pages, HOME_TAB.pathname))
  useLostPages(pages, key)
  useScrollToTop(key)
  return { key, page, isTabbed: isMultipage && isDesktop }
}

const isHere = (pages: readonly Page[], path: string) => findPage(pages, path) !== undefined

/** Turning tabs off keeps the current page; turning them on puts 首页 first (SH-25), and so does the right to it. */
function useTabSwitch(isMultipage: boolean, key: string, hasHome: boolean): void {
  const previous = useRef(isMultipage)
  const showHome = useEffectEvent(() => hasHome && isMultipage && tabActions.showHome())
  const onSwitch = useEffectEvent(() => (isMultipage ? showHome() : tabActions.keepOnly(key)))
  useEffect(() => {
    if (previous.current === isMultipage) return
    previous.current = isMultipage
    onSwitch()
  }, [isMultipage])
  useEffect(() => {
    if (hasHome) showHome()
  }, [hasHome])
}

/** When rights change, closes lost pages and reports them. */
function useLostPages(pages: readonly Page[], activeKey: string): void {
  const notify = useNotify()
  const closeLost = useEffectEvent(() => {
    const { tabs } = useTabs.getState()
    const lost = tabs.filter((tab) => !isHere(pages, tab.pathname))
    if (lost.length === 0) return
    tabActions.keepWhere((tab) => !lost.includes(tab))
    const seen = lost.filter(({ isVisited }) => isVisited)
    if (seen.length > 0) notify.line(`权限已变更，已关闭：${seen.map((tab) => tab.title).join('、')}`)
    const index = tabs.findIndex((tab) => tab.key === activeKey)
    if (!lost.some((tab) => tab.key === activeKey)) return
    const next = tabs.slice(0, index).findLast((tab) => !lost.includes(tab)) ?? HOME_TAB
    goTo(next.pathname + next.search, { replace: true })
  })
  useEffect(() => {
    if (pages.length > 0) closeLost()
  }, [pages])
}

/**
 * The window scrolls to the top on every navigation, including kept-alive tabs and Back (D-51), but not on changes of
 * list state within a page. Boxes inside a page keep their own position.
 */
function useScrollToTop(key: string): void {
  const location = useAddress()
  const last = useRef<{ readonly key: string; readonly search: string }>(undefined)
  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    const isListState = last.current?.key === key && last.current.search !== location.search
    last.current = { key, search: location.search }
    if (!isListState) window.scrollTo({ top: 0 })
  }, [key, location])
}
