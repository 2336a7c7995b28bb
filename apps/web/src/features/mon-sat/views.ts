import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/sat/TaskList': lazyPage(() => import('./list/task-list-page.tsx')),
  'mon/sat/TaskEdit': lazyPage(() => import('./edit/task-edit-page.tsx')),
  'mon/sat/TaskDetail': lazyPage(() => import('./detail/task-detail-page.tsx')),
  'mon/sat/ProductList': lazyPage(() => import('./product-list-page.tsx')),
  'mon/sat/SatelliteList': lazyPage(() => import('./satellite-list-page.tsx')),
}
