import { lazy } from 'react'

export const views = {
  'account/center/Index': lazy(() => import('./centre/account-centre-page.tsx')),
  'account/settings/Index': lazy(() => import('./settings/account-settings-page.tsx')),
}
