import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { useQueryClient } from '@tanstack/react-query'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const REFRESH_MS = 15_000

/** The drill that applies to this user; other users may start and end it. */
export function useDrill() {
  const { data } = useEndpoint(nbcEventEndpoints.drill, {}, { refetchInterval: REFRESH_MS })
  return data ?? undefined
}

/**
 * Starts and ends drills and starts simulated events, then reloads what shows them. Undefined when refused; the client
 * has shown the reason.
 */
export function useDrillOrders() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  async function order<T>(
    ask: () => Promise<{ readonly result: T; readonly message: string }>,
  ): Promise<T | undefined> {
    try {
      const { result, message } = await ask()
      notify.line(message, 'success')
      return result
    } catch {
      return undefined
    } finally {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/mon/nbc/'),
      })
    }
  }
  return {
    start: (title: string, minutes: number) =>
      order(() => callWithMessage(nbcEventEndpoints.startDrill, { body: { title, minutes } })),
    end: (id: string) => order(() => callWithMessage(nbcEventEndpoints.endDrill, { body: { id } })),
  }
}
