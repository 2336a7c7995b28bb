import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/Review': lazyPage(() => import('./review-page.tsx')),
}
