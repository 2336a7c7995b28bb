import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/RoleUserList': lazyPage(() => import('./role-list-page.tsx')),
}
