import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/RightsSimulator': lazyPage(() => import('./rights-page.tsx')),
}
