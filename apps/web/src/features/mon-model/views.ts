import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/device/ModelList': lazyPage(() => import('./model-list-page.tsx')),
}
