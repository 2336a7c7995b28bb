import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysPositionList': lazyPage(() => import('./position-list-page.tsx')),
}
