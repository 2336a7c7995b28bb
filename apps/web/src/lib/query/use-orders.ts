import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../notify.ts'

/**
 * One thing after the other that people do with a record. `order` resolves with whether it was done: the answer's words
 * are shown, a refusal was shown by the client, and either way what is known of these paths is read again.
 *
 * @param paths of the calls that tell something else afterwards
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
