import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysDataSourceList': lazyPage(() => import('./data-source-list-page.tsx')),
}
