import { lazy } from 'react'

export const views = {
  'mon/device/DeviceList': lazy(() => import('./device-list-page.tsx')),
  'mon/device/DeviceDetail': lazy(() => import('./device-detail-page.tsx')),
}
