import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/Aqi': lazyPage(() => import('./aqi-page.tsx')),
}
