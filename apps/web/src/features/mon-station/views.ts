import { lazy } from 'react'

export const views = {
  'mon/station/StationList': lazy(() => import('./station-list-page.tsx')),
}
