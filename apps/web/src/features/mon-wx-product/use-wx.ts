import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { type WxProduct, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const POLL_MS = 5_000
const MOVING = ['scheduled', 'publishing']
/** Tells an editor promptly that another user saved first, or that the figures changed. */
const WRITING_MS = 20_000
const WRITING = ['draft', 'returned']

/** A product, polled while the worker processes it. */
export function useWxProduct(id: string) {
  return useEndpoint(
    wxProductEndpoints.get,
    { query: { id } },
    {
      enabled: id !== '',
      staleTime: 0,
      refetchInterval: ({ state }) => {
        const data = state.data
        if (data && (MOVING.includes(data.state) || data.isRemovalDue)) return POLL_MS
        return data && WRITING.includes(data.state) ? WRITING_MS : false
      },
    },
  )
}

type Change = Endpoint & { readonly result: z.ZodType<WxProduct> }

/** Orders that change a product; the server's message is shown and all product queries are reloaded. */
export function useWxOrders() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  /** Resolves with the product; undefined when refused, which the client has shown. */
  async function order<E extends Change>(endpoint: E, input: CallInput<E>): Promise<WxProduct | undefined> {
    setIsBusy(true)
    try {
      const { result, message } = await callWithMessage(endpoint, input)
      notify.line(message, 'success')
      return result
    } catch {
      return undefined
    } finally {
      setIsBusy(false)
      const { list, get, calendar, stats } = wxProductEndpoints
      for (const { path } of [list, get, calendar, stats]) await client.invalidateQueries({ queryKey: [path] })
    }
  }
  return { order, isBusy }
}
export type WxOrders = ReturnType<typeof useWxOrders>
