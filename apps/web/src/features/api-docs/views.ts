import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'docs/Api': lazyPage(() => import('./api-docs-page.tsx')),
}
