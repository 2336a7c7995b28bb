import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { useEndpoint } from '../query/use-endpoint.ts'

/** Medians and shares change without an event, and so does how far the engine is behind. */
const REFRESH_MS = 30_000

/** Alarms by level and state. All places of the console that count them read this one answer. */
export const useAlarmCounts = (isOn = true) =>
  useEndpoint(alarmEndpoints.counts, {}, { enabled: isOn, refetchInterval: REFRESH_MS })
