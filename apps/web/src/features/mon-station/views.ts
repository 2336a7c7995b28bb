import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/station/StationList': lazyPage(() => import('./station-list-page.tsx')),
}
