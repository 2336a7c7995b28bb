import { monReportEndpoints, type ReportRun, reportFileName } from '@natim/contract/mon/mon-report'
import type { ReportFormat } from '@natim/contract/mon/mon-report.resource'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { call } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const POLL_MS = 1_500

export const isUnderWay = ({ state }: Pick<ReportRun, 'state'>) => state === 'waiting' || state === 'running'

/** Downloads a file of a run; the client shows a failure. */
export const saveReport = (run: ReportRun, format: ReportFormat) =>
  downloadFile(monReportEndpoints.file.path, {
    query: { id: run.id, format },
    name: reportFileName(run, format),
  }).catch(() => undefined)

/** Runs of a definition, polled while one is in progress, and the actions on them. */
export function useRuns(defId: string) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const runs = useEndpoint(
    monReportEndpoints.runs,
    { query: { defId } },
    {
      enabled: defId !== '',
      staleTime: 0,
      refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? POLL_MS : false),
    },
  )
  /** Resolves with the run; undefined when refused, which the client has shown. */
  async function order(ask: () => Promise<ReportRun>): Promise<ReportRun | undefined> {
    setIsBusy(true)
    const run = await ask().catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: [monReportEndpoints.runs.path] })
    setIsBusy(false)
    return run
  }
  return {
    runs,
    isBusy,
    run: (at: number | undefined) =>
      order(() => call(monReportEndpoints.run, { body: { defId, ...(at !== undefined && { at }) } })),
    rerun: (id: string) => order(() => call(monReportEndpoints.rerun, { body: { id } })),
  }
}
export type Runs = ReturnType<typeof useRuns>
