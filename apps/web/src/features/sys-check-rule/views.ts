import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysCheckRuleList': lazyPage(() => import('./check-rule-list-page.tsx')),
}
