import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/alarm/RuleList': lazyPage(() => import('./rule-list-page.tsx')),
  'mon/alarm/RuleEdit': lazyPage(() => import('./rule-edit-page.tsx')),
}
