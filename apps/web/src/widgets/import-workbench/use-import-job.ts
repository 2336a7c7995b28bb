import type { Envelope } from '@natim/contract/envelope'
import type { ImportEndpoints, ImportJob, ImportMapping, ImportPhase } from '@natim/contract/system/import'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadAction } from '../../lib/api/actions.ts'
import { call } from '../../lib/api/http.ts'
import { endpointKey, useEndpoint } from '../../lib/query/use-endpoint.ts'

/** Polling interval while the server is working. */
const POLL_MS = 500
const WORKING: readonly ImportPhase[] = ['reading', 'checking', 'writing']

export interface ImportWork {
  readonly job: ImportJob | undefined
  /** Share of the file sent, 0–100. */
  readonly sentPercent: number
  /** The file was refused, or the job no longer exists. */
  readonly error: string | undefined
  /** Submits the columns and checks all rows. */
  readonly check: (mapping: ImportMapping) => Promise<void>
  readonly commit: () => Promise<void>
  /** Updates the job from the answer of another call. */
  readonly take: (job: ImportJob) => void
  /** Discards unwritten data. */
  readonly discard: () => void
}

async function open(endpoints: ImportEndpoints, file: File, onProgress: (percent: number) => void): Promise<ImportJob> {
  const form = new FormData()
  form.set('file', file)
  const path = endpoints.open.path
  const { success, message, result } = await uploadAction<Envelope<ImportJob>>(path, form, { onProgress, silent: true })
  if (!success) throw new Error(message)
  return result
}

/** One import from start to end: uploads the file, then follows the server through the phases. */
export function useImportJob(endpoints: ImportEndpoints, file: File): ImportWork {
  const queryClient = useQueryClient()
  const [id, setId] = useState<string>()
  const [sentPercent, setSentPercent] = useState(0)
  const [failure, setFailure] = useState<string>()
  const isSent = useRef(false)
  const query = { id: id ?? '' }
  const take = (job: ImportJob) => queryClient.setQueryData(endpointKey(endpoints.job, { query: { id: job.id } }), job)

  useEffect(() => {
    // Sent once, even where effects run twice.
    if (isSent.current) return
    isSent.current = true
    open(endpoints, file, setSentPercent)
      .then((job) => setId(job.id))
      .catch((error: Error) => setFailure(error.message))
  }, [endpoints, file])

  const { data: job, error } = useEndpoint(
    endpoints.job,
    { query },
    {
      enabled: id !== undefined,
      gcTime: 0,
      refetchInterval: (asked) => (asked.state.data && WORKING.includes(asked.state.data.phase) ? POLL_MS : false),
    },
  )
  return {
    job: id === undefined ? undefined : job,
    sentPercent,
    error: failure ?? (job === undefined ? error?.message : undefined),
    take,
    check: async (mapping) => {
      take(await call(endpoints.check, { body: { id: query.id, mapping } }))
    },
    commit: async () => {
      take(await call(endpoints.commit, { body: query }))
    },
    discard: () => {
      // Leftovers are cleaned up by the server.
      if (id !== undefined) call(endpoints.discard, { query }, { silent: true }).catch(() => undefined)
    },
  }
}
