import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { useQueryClient } from '@tanstack/react-query'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const REFRESH_MS = 15_000

/** The drill that holds for whoever looks; others may begin and end it. */
export function useDrill() {
  const { data } = useEndpoint(nbcEventEndpoints.drill, {}, { refetchInterval: REFRESH_MS })
  return data ?? undefined
}

/** Begins, ends and plays; whatever shows drills or events is read again. Undefined when it was refused, which the client has shown. */
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
