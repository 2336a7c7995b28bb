import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/LogList': lazyPage(() => import('./log-list-page.tsx')),
}
