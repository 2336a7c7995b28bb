import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/QuartzJobList': lazyPage(() => import('./job-list-page.tsx')),
}
