import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../notify.ts'

/**
 * Runs actions on a record one at a time. `order` resolves to whether it succeeded: the server's message is shown, a
 * refusal was shown by the client, and in both cases queries of these paths are invalidated.
 *
 * @param paths of the calls whose answers change
 */
export function useOrders(paths: RegExp) {
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
      await client.invalidateQueries({ predicate: ({ queryKey }) => paths.test(String(queryKey[0])) })
    }
  }
  return { isBusy, order }
}
