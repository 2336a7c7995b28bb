import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'modules/oss/OSSFileList': lazyPage(() => import('./file-list-page.tsx')),
}
