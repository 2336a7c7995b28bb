import { lazy } from 'react'

export const views = { 'dashboard/Analysis': lazy(() => import('./analysis-page.tsx')) }
