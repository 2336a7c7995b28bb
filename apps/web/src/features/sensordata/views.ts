import { lazy } from 'react'

export const views = { SensorData: lazy(() => import('./sensor-data-page.tsx')) }
