import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/SysFillRuleList': lazyPage(() => import('./fill-rule-list-page.tsx')),
}
