import { lazyPage } from '../lib/lazy-page.ts'
import type { ViewTable } from '../shell/page.ts'
import { PLAIN_PAGES } from './plain-pages.ts'
import { withAntd } from './with-antd.tsx'
import { withRights } from './with-rights.tsx'

const modules = import.meta.glob<{ views: ViewTable }>('../features/*/views.ts', { eager: true })

/**
 * Page by component path of a menu row (`mon/station/StationList`), from every feature's `views.ts`; and the gallery.
 */
const PAGES: ViewTable = Object.assign(
  { 'test/Gallery': lazyPage(() => import('../ui/gallery.tsx')) },
  PLAIN_PAGES,
  ...Object.values(modules).map((module) => module.views),
)

/** The first page must not wait for antd. */
const WITHOUT_ANTD: readonly string[] = ['dashboard/Analysis']

/** Same pages with antd's theme; users without the rights of a page's calls get a message instead. */
export const VIEWS: ViewTable = Object.fromEntries(
  Object.entries(PAGES).map(([component, Page]) => {
    const View = WITHOUT_ANTD.includes(component) ? Page : withAntd(Page)
    return [component, withRights(component, View)]
  }),
)
