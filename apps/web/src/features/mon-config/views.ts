import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/config/LimitList': lazyPage(() => import('./limit-list-page.tsx')),
}
