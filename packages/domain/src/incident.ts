import type { Severity } from './limit.ts'
import { metricByCode } from './metrics.ts'

/** Kind of an incident (domain §3.9). */
export type IncidentType = 'chem' | 'rad' | 'bio' | 'epi' | 'air' | 'other'
/** Ⅰ is the gravest. */
export type IncidentLevel = 1 | 2 | 3 | 4
export type IncidentStatus = 'open' | 'monitoring' | 'closed'

const NEXT: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  open: ['monitoring', 'closed'],
  monitoring: ['open', 'closed'],
  closed: [],
}

/** States users may set next; closed is final. */
export const nextIncidentStates = (status: IncidentStatus): readonly IncidentStatus[] => NEXT[status]

/** Level from the severity of its alarm; incidents have no fifth level. */
export const incidentLevelOf = (severity: Severity): IncidentLevel => (severity === 5 ? 4 : severity)

/** Suggested incident type for an alarm of this metric; users may change it. */
export function incidentTypeOf(metricCode: string | null): IncidentType {
  const metric = metricCode === null ? undefined : metricByCode(metricCode)
  if (metric === undefined) return 'other'
  const { code, category } = metric
  if (code === 'atl' || category === 'tox') return 'chem'
  if (code === 'news2' || category === 'breath' || category === 'vital') return 'epi'
  if (category === 'nbc') return code.startsWith('chem_') ? 'chem' : /^(?:bio_|pcr_)/.test(code) ? 'bio' : 'rad'
  return category === 'air' || code === 'aqi' ? 'air' : 'other'
}
