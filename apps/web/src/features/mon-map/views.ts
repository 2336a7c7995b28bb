import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/HomeMap': lazyPage(() => import('./home-map-page.tsx')),
  'mon/Replay': lazyPage(() => import('./replay-page.tsx')),
}
