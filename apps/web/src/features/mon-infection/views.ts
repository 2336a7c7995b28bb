import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/health/Infection': lazyPage(() => import('./infection-page.tsx')),
}
