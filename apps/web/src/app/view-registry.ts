import { lazyPage } from '../lib/lazy-page.ts'
import type { ViewTable } from '../shell/page.ts'

const modules = import.meta.glob<{ views: ViewTable }>('../features/*/views.ts', { eager: true })

/** Component path of a menu row (`mon/station/StationList`) to its page, from every feature's `views.ts`; and the gallery. */
export const VIEWS: ViewTable = Object.assign(
  { 'test/Home': lazyPage(() => import('../ui/gallery.tsx')) },
  ...Object.values(modules).map((module) => module.views),
)
