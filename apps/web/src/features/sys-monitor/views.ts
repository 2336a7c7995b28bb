import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'modules/monitor/SystemInfo': lazyPage(() => import('./monitor-page.tsx')),
}
