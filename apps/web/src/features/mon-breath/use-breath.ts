import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { breathEndpoints } from '@natim/contract/mon/breath'
import { reidEndpoints, subjectEndpoints } from '@natim/contract/mon/subject'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'

const SHOWN = [
  breathEndpoints.list,
  breathEndpoints.get,
  breathEndpoints.summary,
  reidEndpoints.list,
  subjectEndpoints.access,
]

/**
 * Runs an action on a test or a request, then reloads what shows them; also after a refusal, which may be due to stale
 * data.
 */
export function useDeed() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  async function run<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
    if (isBusy) return undefined
    setIsBusy(true)
    try {
      const { message, result } = await callWithMessage(endpoint, input, { silent: true })
      notify.line(message, 'success')
      return { result }
    } catch (error) {
      notify.line(apiErrorOf(error).message, 'warning')
      return undefined
    } finally {
      setIsBusy(false)
      for (const { path } of SHOWN) void client.invalidateQueries({ queryKey: [path] })
    }
  }
  return { isBusy, run }
}
