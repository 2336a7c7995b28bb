import { STATE_KEY } from '@/lib/list-state.ts'

/** Address of the alarm centre with these filters, and optionally an open alarm. */
export function alarmListPath(filters: Readonly<Record<string, string>> = {}, alarm?: string): string {
  const state = { ...(Object.keys(filters).length > 0 && { filters }), ...(alarm !== undefined && { alarm }) }
  return Object.keys(state).length === 0
    ? '/mon/alarm/list'
    : `/mon/alarm/list?${STATE_KEY}=${encodeURIComponent(JSON.stringify(state))}`
}

/** Address of one incident. */
export const incidentPath = (id: string): string => `/mon/incident/room/${id}`
