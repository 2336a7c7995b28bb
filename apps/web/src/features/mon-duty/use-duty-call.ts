import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { dutyEndpoints } from '@natim/contract/mon/duty'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'

const SHOWN = [dutyEndpoints.board, dutyEndpoints.handover, dutyEndpoints.handovers]

/** Reloads everything that shows the roster. */
function useReloadDuty(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of SHOWN) void client.invalidateQueries({ queryKey: [path] })
  }
}

/** Runs one change of the roster at a time. Resolves with undefined on success; the caller shows the failure. */
export function useDutyCall() {
  const notify = useNotify()
  const reload = useReloadDuty()
  const [isBusy, setIsBusy] = useState(false)
  async function run<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ApiError | undefined> {
    if (isBusy) return undefined
    setIsBusy(true)
    try {
      notify.line((await callWithMessage(endpoint, input, { silent: true })).message, 'success')
      return undefined
    } catch (error) {
      return apiErrorOf(error)
    } finally {
      setIsBusy(false)
      // Also after a refusal: it may be due to stale data on the screen.
      reload()
    }
  }
  return { isBusy, run }
}
