import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/wx/ProductList': lazyPage(() => import('./list/product-list-page.tsx')),
  'mon/wx/ProductEdit': lazyPage(() => import('./edit/product-edit-page.tsx')),
}
