import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'account/center/Index': lazyPage(() => import('./centre/account-centre-page.tsx')),
  'account/settings/Index': lazyPage(() => import('./settings/account-settings-page.tsx')),
}
