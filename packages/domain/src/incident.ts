import type { Severity } from './limit.ts'
import { metricByCode } from './metrics.ts'

/** What an incident is of (domain §3.9). */
export type IncidentType = 'chem' | 'rad' | 'bio' | 'epi' | 'air' | 'other'
/** Ⅰ is the gravest. */
export type IncidentLevel = 1 | 2 | 3 | 4
export type IncidentStatus = 'open' | 'monitoring' | 'closed'

const NEXT: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  open: ['monitoring', 'closed'],
  monitoring: ['open', 'closed'],
  closed: [],
}

/** What people may make of it next; what is closed stays closed. */
export const nextIncidentStates = (status: IncidentStatus): readonly IncidentStatus[] => NEXT[status]

/** As grave as the alarm that it is made of; incidents have no fifth level. */
export const incidentLevelOf = (severity: Severity): IncidentLevel => (severity === 5 ? 4 : severity)

/** What an alarm of this metric would be an incident of; people may know better. */
export function incidentTypeOf(metricCode: string | null): IncidentType {
  const metric = metricCode === null ? undefined : metricByCode(metricCode)
  if (metric === undefined) return 'other'
  const { code, category } = metric
  if (code === 'atl' || category === 'tox') return 'chem'
  if (code === 'news2' || category === 'breath' || category === 'vital') return 'epi'
  if (category === 'nbc') return code.startsWith('chem_') ? 'chem' : /^(?:bio_|pcr_)/.test(code) ? 'bio' : 'rad'
  return category === 'air' || code === 'aqi' ? 'air' : 'other'
}
