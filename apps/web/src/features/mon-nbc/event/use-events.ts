import { type NbcEventDetail, type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import type { NbcReportKind } from '@natim/contract/mon/nbc-report'
import { callWithMessage } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useOrders } from '@/lib/query/use-orders.ts'

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

/** Actions on an event. Each resolves with whether it succeeded. */
export function useEventOrders() {
  const { isBusy, order } = useOrders(/^\/mon\/nbc\/event/)
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
