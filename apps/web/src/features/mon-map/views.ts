import { lazy } from 'react'

export const views = { 'mon/HomeMap': lazy(() => import('./home-map-page.tsx')) }
