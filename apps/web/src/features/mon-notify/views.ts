import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/alarm/SuppressionList': lazyPage(() => import('./suppression-list-page.tsx')),
  'mon/alarm/NotifyPolicyList': lazyPage(() => import('./policy-list-page.tsx')),
}
