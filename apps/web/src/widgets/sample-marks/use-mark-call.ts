import { type MarkForm, sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'

/** Whether a query is computed from samples. */
const isReckoned = (path: unknown) => typeof path === 'string' && /^\/mon\/(?:ts|review|aqi)\//.test(path)

/** Sample marks, set one at a time, each with undo. The caller shows failures. */
export function useMarkCall() {
  const client = useQueryClient()
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const reload = () => void client.invalidateQueries({ predicate: ({ queryKey }) => isReckoned(queryKey[0]) })

  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    setIsBusy(true)
    try {
      return await work()
    } finally {
      setIsBusy(false)
      reload()
    }
  }

  /** @returns the failure, undefined on success. */
  async function undo(batchId: string): Promise<ApiError | undefined> {
    try {
      const { message } = await callWithMessage(sampleMarkEndpoints.undo, { body: { batchId } }, { silent: true })
      notify.line(message, 'success')
      return undefined
    } catch (error) {
      return apiErrorOf(error)
    } finally {
      reload()
    }
  }

  return {
    isBusy,
    undo,
    async mark(isValid: boolean, body: MarkForm): Promise<ApiError | undefined> {
      const endpoint = isValid ? sampleMarkEndpoints.validate : sampleMarkEndpoints.invalidate
      try {
        const done = await run(() => callWithMessage(endpoint, { body }, { silent: true }))
        const batchId = done?.result.batchId
        if (done && batchId !== undefined) {
          const takeBack = async () => {
            const failure = await undo(batchId)
            if (failure) notify.line(`未能撤销：${failure.message}`, 'warning')
          }
          notify.offer(done.message, { label: '撤销', onTake: () => void takeBack() })
        }
        return undefined
      } catch (error) {
        return apiErrorOf(error)
      }
    },
  }
}
