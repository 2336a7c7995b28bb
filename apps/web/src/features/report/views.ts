import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'online/cgreport/ReportList': lazyPage(() => import('./report-list-page.tsx')),
}
