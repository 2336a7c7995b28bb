import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { useEndpoint } from '../query/use-endpoint.ts'

/** Medians, shares and the engine's lag change without an event. */
const REFRESH_MS = 30_000

/** Alarms by severity and state. Shared by all places of the console that show counts. */
export const useAlarmCounts = (isOn = true) =>
  useEndpoint(alarmEndpoints.counts, {}, { enabled: isOn, refetchInterval: REFRESH_MS })
