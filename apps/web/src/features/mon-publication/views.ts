import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/report/PublicationList': lazyPage(() => import('./publication-list-page.tsx')),
  'mon/report/TokenList': lazyPage(() => import('./token-list-page.tsx')),
}
