import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/alarm/AlarmStats': lazyPage(() => import('./alarm-stats-page.tsx')),
}
