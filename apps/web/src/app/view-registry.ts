import { lazyPage } from '../lib/lazy-page.ts'
import type { ViewTable } from '../shell/page.ts'
import { withAntd } from './with-antd.tsx'
import { withRights } from './with-rights.tsx'

const modules = import.meta.glob<{ views: ViewTable }>('../features/*/views.ts', { eager: true })

/** Component path of a menu row (`mon/station/StationList`) to its page, from every feature's `views.ts`; and the gallery. */
const PAGES: ViewTable = Object.assign(
  { 'test/Home': lazyPage(() => import('../ui/gallery.tsx')) },
  ...Object.values(modules).map((module) => module.views),
)

/** Pages without antd: what is seen first comes first. */
const PLAIN_PAGES: readonly string[] = ['dashboard/Analysis']

/** The same with the look antd needs; whoever lacks what a page's calls ask for is told so instead. */
export const VIEWS: ViewTable = Object.fromEntries(
  Object.entries(PAGES).map(([component, Page]) => {
    const View = PLAIN_PAGES.includes(component) ? Page : withAntd(Page)
    return [component, withRights(component, View)]
  }),
)
