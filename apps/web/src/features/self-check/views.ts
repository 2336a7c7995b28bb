import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'test/Home': lazyPage(() => import('./self-check-page.tsx')),
}
