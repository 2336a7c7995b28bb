import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysUserOnlineList': lazyPage(() => import('./online-page.tsx')),
}
