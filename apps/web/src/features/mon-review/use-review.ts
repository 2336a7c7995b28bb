import type { CallInput, Endpoint } from '@natim/contract/endpoint'
import { reviewEndpoints } from '@natim/contract/mon/review'
import { calendarDayGmt8 } from '@natim/domain/time'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useListState } from '@/lib/list-state.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'

interface LinkState {
  readonly month: string
  readonly words: string
  readonly region: string
  readonly tab: string
  readonly station: string
  readonly day: string
  readonly channel: number
  /** Station whose monthly rates are shown. */
  readonly rates: string
}
const DEFAULTS: LinkState = {
  month: '',
  words: '',
  region: '',
  tab: 'waiting',
  station: '',
  day: '',
  channel: 0,
  rates: '',
}

/** State of the page, kept in the address, and the shown month. */
export function useReview() {
  const [given, change] = useListState(DEFAULTS)
  const [today] = useState(() => calendarDayGmt8(Date.now()))
  const month = /^20\d\d-(?:0[1-9]|1[0-2])$/.test(given.month) ? given.month : today.slice(0, 7)
  const state = { ...given, month }
  const query = {
    month,
    ...(given.words !== '' && { words: given.words }),
    ...(given.region !== '' && { region: given.region }),
  }
  const answer = useLastGood(useEndpoint(reviewEndpoints.month, { query }), `${month} ${given.words} ${given.region}`)
  return { state, change, today, answer }
}
export type Review = ReturnType<typeof useReview>

/**
 * A decision on days, followed by a reload of what shows them; also after a refusal, which may be due to stale data.
 */
export function useDecision() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  async function run<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    try {
      notify.line((await callWithMessage(endpoint, input, { silent: true })).message, 'success')
      return true
    } catch (error) {
      notify.line(apiErrorOf(error).message, 'warning')
      return false
    } finally {
      setIsBusy(false)
      for (const { path } of [reviewEndpoints.month, reviewEndpoints.day, reviewEndpoints.capture])
        void client.invalidateQueries({ queryKey: [path] })
    }
  }
  return { isBusy, run }
}
