import { type IncidentRow, incidentEndpoints } from '@natim/contract/mon/incident'
import type { IncidentStatus } from '@natim/domain/incident'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const REFRESH_MS = 10_000

export const useIncident = (id: string | undefined) =>
  useEndpoint(
    incidentEndpoints.detail,
    { query: { id: id ?? '' } },
    { enabled: id !== undefined, refetchInterval: REFRESH_MS },
  )

export type EntryKind = 'note' | 'action' | 'measure'

/** What people do with an incident. Each resolves with whether it was done; a refusal was shown by the client, and the incident is read again. */
export function useIncidentOrders({ id, version }: Pick<IncidentRow, 'id' | 'version'>) {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  async function order(ask: () => Promise<{ readonly message: string }>): Promise<boolean> {
    setIsBusy(true)
    try {
      const { message } = await ask()
      notify.line(message, 'success')
      return true
    } catch {
      return false
    } finally {
      setIsBusy(false)
      await client.invalidateQueries({
        predicate: ({ queryKey }) => /^\/mon\/(?:incident|alarm)\//.test(String(queryKey[0])),
      })
    }
  }
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
