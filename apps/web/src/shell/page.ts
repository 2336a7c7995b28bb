import type { ComponentType } from 'react'
import { matchRoutes } from 'react-router'

/** A page; one whose code comes on demand can have it loaded before. */
export type View = ComponentType & { readonly preload?: () => Promise<void> }
export type ViewTable = Readonly<Record<string, View>>

/** Where an address without a page leads (SS-05). */
export const NOT_FOUND_PATH = '/404'
export const FORBIDDEN_PATH = '/403'

/** A step of the way to a page: a group or a page above it, or the page itself. */
export interface TrailStep {
  readonly title: string
  readonly path: string
  /** Whether the step can be gone to. */
  readonly isPage: boolean
}

/** A route of the console with what the shell needs to know of it. */
export interface Page {
  /** react-router pattern, absolute. */
  readonly path: string
  readonly title: string
  readonly keepAlive: boolean
  readonly View: View
  /** What the menu calls the View; pages without a menu item have none. */
  readonly component?: string
  /** Menu paths from the top to this page, for breadcrumb and highlight. */
  readonly trail: readonly TrailStep[]
  /** Fills the window below the tab bar without padding or footer (maps). */
  readonly isFullBleed: boolean
  /** Stands alone in the window, without header, menu and tabs. */
  readonly isBlank?: boolean
  /** What menu items that lead to one address of a pattern call it, by that address (SH-26). */
  readonly titles?: ReadonlyMap<string, string>
  /** Exception pages stand in front of the tabs and are none of them. */
  readonly hasTab: boolean
}

/** The page at a path: the most specific pattern wins, as in react-router. */
export function findPage(pages: readonly Page[], pathname: string): Page | undefined {
  const routes = pages.map((page) => ({ path: page.path, page }))
  return matchRoutes(routes, pathname)?.[0]?.route.page
}

/** The title of a page at an address: of the menu item that leads right there, else the page's own. */
export const titleAt = ({ title, titles }: Page, pathname: string): string => titles?.get(pathname) ?? title
