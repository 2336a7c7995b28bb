import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/alarm/AlarmList': lazyPage(() => import('./alarm-list-page.tsx')),
}
