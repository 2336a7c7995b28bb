import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysCategoryList': lazyPage(() => import('./category-list-page.tsx')),
}
