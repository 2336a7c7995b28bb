import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/health/WearableBoard': lazyPage(() => import('./wearable-page.tsx')),
}
