import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/NewPermissionList': lazyPage(() => import('./menu-list-page.tsx')),
}
