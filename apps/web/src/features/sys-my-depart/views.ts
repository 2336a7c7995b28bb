import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/DepartUserList': lazyPage(() => import('./my-depart-page.tsx')),
}
