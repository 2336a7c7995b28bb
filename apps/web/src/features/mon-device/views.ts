import { lazy } from 'react'

export const views = {
  'mon/device/DeviceList': lazy(() => import('./device-list-page.tsx')),
}
