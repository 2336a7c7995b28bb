import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/UserList': lazyPage(() => import('./user-list-page.tsx')),
}
