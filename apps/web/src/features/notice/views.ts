import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/UserAnnouncementList': lazyPage(() => import('./my-notices-page.tsx')),
}
