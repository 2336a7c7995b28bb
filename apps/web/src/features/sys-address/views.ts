import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'system/AddressList': lazyPage(() => import('./address-page.tsx')),
}
