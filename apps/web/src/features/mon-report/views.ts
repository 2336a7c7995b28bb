import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/report/Report': lazyPage(() => import('./report-page.tsx')),
}
