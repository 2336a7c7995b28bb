import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/History': lazyPage(() => import('./history-page.tsx')),
}
