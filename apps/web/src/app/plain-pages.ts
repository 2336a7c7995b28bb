import type { AnyResource } from '@natim/contract/resource/define-resource'
import { lazyPage } from '../lib/lazy-page.ts'
import type { ViewTable } from '../shell/page.ts'

const page = (load: () => Promise<AnyResource>) =>
  lazyPage(async () => {
    const [{ plainPage }, resource] = await Promise.all([import('../resource/plain-page.tsx'), load()])
    return { default: plainPage(resource) }
  })

/** Pages fully defined by their resource. */
export const PLAIN_PAGES: ViewTable = {
  'mon/config/LimitSetList': page(async () => (await import('@natim/contract/mon/limit.resource')).limitSet),
  'mon/config/MetricList': page(async () => (await import('@natim/contract/mon/metric.resource')).metric),
  'system/SysPositionList': page(async () => (await import('@natim/contract/system/position.resource')).position),
}
