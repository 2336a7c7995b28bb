import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/station/StationMap': lazyPage(() => import('./station-map-page.tsx')),
  'mon/station/StationDetail': lazyPage(() => import('./station-detail-page.tsx')),
}
