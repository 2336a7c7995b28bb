import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/wx/ImageList': lazyPage(() => import('./image-list-page.tsx')),
}
