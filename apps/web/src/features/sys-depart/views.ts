import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/DepartList': lazyPage(() => import('./depart-list-page.tsx')),
}
