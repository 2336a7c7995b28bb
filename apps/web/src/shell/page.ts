import type { ComponentType, LazyExoticComponent } from 'react'

export type View = LazyExoticComponent<ComponentType>
export type ViewTable = Readonly<Record<string, View>>

/** A route of the console with what the shell needs to know of it. */
export interface Page {
  /** react-router pattern, absolute. */
  readonly path: string
  readonly title: string
  readonly keepAlive: boolean
  readonly View: View | ComponentType
  /** Menu paths from the top to this page, for breadcrumb and highlight. */
  readonly trail: readonly { readonly title: string; readonly path: string; readonly isPage: boolean }[]
  /** Fills the window below the tab bar without padding or footer (maps). */
  readonly isFullBleed: boolean
}
