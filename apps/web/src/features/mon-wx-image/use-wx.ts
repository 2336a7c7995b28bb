import type { CallInput, CallResult, Endpoint } from '@natim/contract/endpoint'
import { type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

export const POLL_MS = 15_000

/** Unmasked locations and originals are requested only with the permission; the server logs each access. */
export const openWord = (mayOpen: boolean) => (mayOpen ? 'true' : 'false')

export function useWxImage(id: string | undefined, mayOpen: boolean) {
  const found = useEndpoint(
    wxImageEndpoints.get,
    { query: { id: id ?? '', open: openWord(mayOpen) } },
    { enabled: id !== undefined, staleTime: 0 },
  )
  // While another picture loads, the previous answer stays; it must not be shown under the new header.
  const image: WxImageDetail | undefined = found.data?.id === id ? found.data : undefined
  return { ...found, image }
}

/** Orders that change a picture; lists and details are reloaded in any case. */
export function useWxOrders() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  /** Undefined when refused, which the client has shown. */
  async function order<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    { isQuiet = false } = {},
  ): Promise<{ readonly result: CallResult<E>; readonly message: string } | undefined> {
    setIsBusy(true)
    try {
      const { result, message } = await callWithMessage(endpoint, input)
      if (!isQuiet) notify.line(message, 'success')
      return { result, message }
    } catch {
      return undefined
    } finally {
      setIsBusy(false)
      for (const { path } of [wxImageEndpoints.list, wxImageEndpoints.get, wxImageEndpoints.points])
        void client.invalidateQueries({ queryKey: [path] })
    }
  }
  return { order, isBusy }
}
export type WxOrders = ReturnType<typeof useWxOrders>
