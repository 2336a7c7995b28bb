import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/breath/BreathList': lazyPage(() => import('./breath-list-page.tsx')),
  'mon/breath/BreathDetail': lazyPage(() => import('./breath-detail-page.tsx')),
  'mon/breath/AccessList': lazyPage(() => import('./access/access-list-page.tsx')),
  'mon/breath/ReidList': lazyPage(() => import('./reid/reid-list-page.tsx')),
}
