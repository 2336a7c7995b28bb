import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/device/DeviceList': lazyPage(() => import('./device-list-page.tsx')),
  'mon/device/DeviceMap': lazyPage(() => import('./map/device-map-page.tsx')),
  'mon/device/DeviceDetail': lazyPage(() => import('./device-detail-page.tsx')),
  'mon/device/PendingList': lazyPage(() => import('./pending/pending-list-page.tsx')),
  'mon/device/RejectList': lazyPage(() => import('./reject/reject-list-page.tsx')),
}
