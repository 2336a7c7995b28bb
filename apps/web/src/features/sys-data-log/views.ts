import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/DataLogList': lazyPage(() => import('./data-log-list-page.tsx')),
}
