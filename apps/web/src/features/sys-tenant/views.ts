import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/TenantList': lazyPage(() => import('./tenant-list-page.tsx')),
}
