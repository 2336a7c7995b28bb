import { type NbcEventDetail, type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import type { NbcReportKind } from '@natim/contract/mon/nbc-report'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const REFRESH_MS = 10_000

export const useEvent = (id: string | undefined) =>
  useEndpoint(
    nbcEventEndpoints.detail,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined, refetchInterval: REFRESH_MS },
  )

type Target = Pick<NbcEventRow, 'id' | 'version'>
export type NextState = 'local_confirmed' | 'lab_confirmed' | 'rejected'
export type RejectReason = NonNullable<NbcEventDetail['rejectReason']>

/** What people do with an event. Each resolves with whether it was done; a refusal was shown by the client, and the event is read again. */
export function useEventOrders() {
  const queryClient = useQueryClient()
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
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/mon/nbc/event'),
      })
    }
  }
  return {
    isBusy,
    verify: ({ id, version }: Target, to: NextState, note: string, reason?: RejectReason) =>
      order(() =>
        callWithMessage(nbcEventEndpoints.verify, { body: { id, version, to, note, ...(reason && { reason }) } }),
      ),
    agree: ({ id, version }: Target, note: string) =>
      order(() => callWithMessage(nbcEventEndpoints.agree, { body: { id, version, note } })),
    decline: ({ id, version }: Target, note: string) =>
      order(() => callWithMessage(nbcEventEndpoints.decline, { body: { id, version, note } })),
    saveReport: (
      eventId: string,
      kind: NbcReportKind,
      body: Record<string, unknown>,
      draft?: { readonly id: string; readonly version: number },
    ) => order(() => callWithMessage(nbcEventEndpoints.saveReport, { body: { eventId, kind, body, ...draft } })),
    sendReport: ({ id, version }: Target) =>
      order(() => callWithMessage(nbcEventEndpoints.sendReport, { body: { id, version } })),
  }
}
