import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { dutyEndpoints } from '@natim/contract/mon/duty'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'

const SHOWN = [dutyEndpoints.board, dutyEndpoints.handover, dutyEndpoints.handovers]

/** Reads anew whatever shows the roster. */
function useReloadDuty(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of SHOWN) void client.invalidateQueries({ queryKey: [path] })
  }
}

/** A change of the roster, one at a time. Undefined when it was done; the failure is the caller's to show. */
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
      return error as ApiError
    } finally {
      setIsBusy(false)
      // Also after a refusal: what is on the screen may be the reason for it.
      reload()
    }
  }
  return { isBusy, run }
}
