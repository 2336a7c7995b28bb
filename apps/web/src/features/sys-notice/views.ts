import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysAnnouncementList': lazyPage(() => import('./notice-list-page.tsx')),
}
