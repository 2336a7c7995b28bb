import { lazyPage } from '../../lib/lazy-page.ts'

export const views = {
  'mon/nbc/Equipment': lazyPage(() => import('./equipment/equipment-page.tsx')),
  'mon/nbc/Data': lazyPage(() => import('./data/data-page.tsx')),
  'mon/nbc/EventList': lazyPage(() => import('./event/event-list-page.tsx')),
  'mon/nbc/Event': lazyPage(() => import('./event/event-page.tsx')),
}
