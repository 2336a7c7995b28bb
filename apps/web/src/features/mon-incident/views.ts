import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/alarm/IncidentList': lazyPage(() => import('./incident-list-page.tsx')),
  'mon/alarm/Incident': lazyPage(() => import('./incident-page.tsx')),
}
