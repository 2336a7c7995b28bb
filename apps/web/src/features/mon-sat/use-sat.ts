import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { type SatTask, satEndpoints } from '@natim/contract/mon/sat'
import { isSatOver } from '@natim/domain/sat-task'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const POLL_MS = 10_000

/** A task, polled while it may still change. */
export function useSatTask(id: string) {
  return useEndpoint(
    satEndpoints.get,
    { query: { id } },
    {
      enabled: id !== '',
      staleTime: 0,
      refetchInterval: ({ state }) => {
        const data = state.data
        return data && isSatOver(data.state) ? false : POLL_MS
      },
    },
  )
}

type Change = Endpoint & { readonly result: z.ZodType<SatTask> }

/** Orders that change a task; the server's message is shown and all task queries are reloaded. */
export function useSatOrders() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  /** Resolves with the task; undefined when refused, which the client has shown. */
  async function order<E extends Change>(endpoint: E, input: CallInput<E>): Promise<SatTask | undefined> {
    setIsBusy(true)
    try {
      const { result, message } = await callWithMessage(endpoint, input)
      notify.line(message, 'success')
      return result
    } catch {
      return undefined
    } finally {
      setIsBusy(false)
      for (const { path } of [satEndpoints.tasks, satEndpoints.get, satEndpoints.timeline])
        await client.invalidateQueries({ queryKey: [path] })
    }
  }
  return { order, isBusy }
}
export type SatOrders = ReturnType<typeof useSatOrders>
