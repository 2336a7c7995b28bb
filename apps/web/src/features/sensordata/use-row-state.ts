import type { MatrixRow } from '@natim/contract/mon/home'
import { type DeviceStates, useDeviceState } from '../../lib/socket/device-states.ts'
import { useNewestTime } from '../../lib/socket/live.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'

interface LiveRow {
  readonly values: LiveValues
  readonly states: DeviceStates
}

/** Current status and last report of a row: neither is older than the values beside it. */
export function useRowState(row: MatrixRow, { values, states }: LiveRow) {
  const state = useDeviceState(states, row.id)
  const newestMs = useNewestTime(
    values,
    row.cells.map(({ channelNo }) => channelNo),
  )
  return {
    status: state?.st ?? row.status,
    lastSeenMs: Math.max(row.lastSeen ?? 0, state?.ls ?? 0, newestMs) || null,
  }
}
