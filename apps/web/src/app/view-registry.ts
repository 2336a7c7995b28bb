import { lazyPage } from '../lib/lazy-page.ts'
import type { ViewTable } from '../shell/page.ts'
import { PLAIN_PAGES } from './plain-pages.ts'
import { withAntd } from './with-antd.tsx'
import { withRights } from './with-rights.tsx'

const modules = import.meta.glob<{ views: ViewTable }>('../features/*/views.ts', { eager: true })

/** Component path of a menu row (`mon/station/StationList`) to its page, from every feature's `views.ts`; and the gallery. */
const PAGES: ViewTable = Object.assign(
  { 'test/Gallery': lazyPage(() => import('../ui/gallery.tsx')) },
  PLAIN_PAGES,
  ...Object.values(modules).map((module) => module.views),
)

/** What is seen first comes first. */
const WITHOUT_ANTD: readonly string[] = ['dashboard/Analysis']

/** The same with the look antd needs; whoever lacks what a page's calls ask for is told so instead. */
export const VIEWS: ViewTable = Object.fromEntries(
  Object.entries(PAGES).map(([component, Page]) => {
    const View = WITHOUT_ANTD.includes(component) ? Page : withAntd(Page)
    return [component, withRights(component, View)]
  }),
)
