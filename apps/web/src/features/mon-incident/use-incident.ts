import { type IncidentRow, incidentEndpoints } from '@natim/contract/mon/incident'
import type { IncidentStatus } from '@natim/domain/incident'
import { callWithMessage } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useOrders } from '@/lib/query/use-orders.ts'

const REFRESH_MS = 10_000

export const useIncident = (id: string | undefined) =>
  useEndpoint(
    incidentEndpoints.detail,
    { query: { id: id ?? '' } },
    { enabled: id !== undefined, refetchInterval: REFRESH_MS },
  )

export type EntryKind = 'note' | 'action' | 'measure'

/** Actions on an incident. Each resolves with whether it succeeded. */
export function useIncidentOrders({ id, version }: Pick<IncidentRow, 'id' | 'version'>) {
  const { isBusy, order } = useOrders(/^\/mon\/(?:incident|alarm)\//)
  return {
    isBusy,
    write: (kind: EntryKind, text: string, corrects?: number) =>
      order(() =>
        callWithMessage(incidentEndpoints.entry, {
          body: { id, kind, text, ...(corrects !== undefined && { corrects }) },
        }),
      ),
    move: (status: IncidentStatus, note: string) =>
      order(() => callWithMessage(incidentEndpoints.move, { body: { id, version, status, note } })),
    unlink: (alarmId: string, note: string) =>
      order(() => callWithMessage(incidentEndpoints.unlink, { body: { id, ids: alarmId, note } })),
  }
}
