import type { ReactNode } from 'react'

/** One state of a part, shown in the gallery and rendered by the component tests. */
export interface GalleryState {
  readonly name: string
  readonly render: () => ReactNode
  /** Columns of 24 it takes in the gallery; 6 by default. */
  readonly span?: number
}

/** All states of a part. A `*.gallery.tsx` exports one as `gallery`. */
export interface GalleryEntry {
  readonly title: string
  /** One line: what to look for. */
  readonly note?: string
  readonly states: readonly GalleryState[]
}
