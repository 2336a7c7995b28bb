import { lazyPage } from '../../lib/lazy-page.ts'

export const views = { 'mon/alarm/DutyRoster': lazyPage(() => import('./duty-page.tsx')) }
