import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/wall/WallList': lazyPage(() => import('./wall-list-page.tsx')),
  'mon/wall/Wall': lazyPage(() => import('./wall-page.tsx')),
}
