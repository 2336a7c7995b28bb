import { lazyPage } from '../../lib/lazy-page.ts'

export const views = { 'dashboard/Analysis': lazyPage(() => import('./analysis-page.tsx')) }
