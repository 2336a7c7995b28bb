import { lazy } from 'react'

export const views = {
  'system/UserAnnouncementList': lazy(() => import('./my-notices-page.tsx')),
}
