import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/DictList': lazyPage(() => import('./dict-list-page.tsx')),
}
