import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router'

/** A page component; a lazily loaded one can be preloaded. */
export type View = ComponentType & { readonly preload?: () => Promise<void> }
export type ViewTable = Readonly<Record<string, View>>

/** Redirect target of an address without a page (SS-05). */
export const NOT_FOUND_PATH = '/404'
export const FORBIDDEN_PATH = '/403'

/** A breadcrumb step: a group or page above a page, or the page itself. */
export interface TrailStep {
  readonly title: string
  readonly path: string
  /** Whether the step is a link. */
  readonly isPage: boolean
}

/** A route of the console with the data the shell needs. */
export interface Page {
  /** react-router pattern, absolute. */
  readonly path: string
  readonly title: string
  readonly keepAlive: boolean
  readonly View: View
  /** Component name of the View in the menu; absent for pages without a menu item. */
  readonly component?: string
  /** Menu paths from the top to this page, for breadcrumb and highlight. */
  readonly trail: readonly TrailStep[]
  /** Fills the window below the tab bar without padding or footer (maps). */
  readonly isFullBleed: boolean
  /** Shown alone in the window, without header, menu and tabs. */
  readonly isBlank?: boolean
  /** Titles of menu items that lead to one address of a pattern, by that address (SH-26). */
  readonly titles?: ReadonlyMap<string, string>
  /** False for exception pages, which cover the tabs without having one. */
  readonly hasTab: boolean
}

/** The page of a path: the most specific pattern wins, as in react-router. */
export function findPage(pages: readonly Page[], pathname: string): Page | undefined {
  const routes = pages.map((page) => ({ path: page.path, page }))
  return matchRoutes(routes, pathname)?.[0]?.route.page
}

/** The title of a page at an address: of the menu item with exactly that address, else the page's own. */
export const titleAt = ({ title, titles }: Page, pathname: string): string => titles?.get(pathname) ?? title
