import { lazyPage } from '../../lib/lazy-page.ts'

export const views = { SensorData: lazyPage(() => import('./sensor-data-page.tsx')) }
