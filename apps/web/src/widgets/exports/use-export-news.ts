import { type ExportJob, tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { useEffect } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EXPORT_POLL_MS, isUnderWay, saveExport } from './use-exports.ts'
import { useWatchedExports, watchExports } from './watched-exports.ts'

export interface ExportNews {
  readonly jobs: ReturnType<typeof useEndpoint<typeof tsExportEndpoints.list>>
  /** Exports still being written. */
  readonly underWay: readonly ExportJob[]
}

/**
 * Tracks the exports the user waits for, anywhere in the console, and reports how each ended. Mount once; sends no
 * requests while none is pending.
 */
export function useExportNews(): ExportNews {
  const notify = useNotify()
  const ids = useWatchedExports()
  const isWaiting = ids.length > 0
  const jobs = useEndpoint(
    tsExportEndpoints.list,
    {},
    { enabled: isWaiting, staleTime: 0, refetchInterval: isWaiting ? EXPORT_POLL_MS : false },
  )
  const { data, isFetching } = jobs
  useEffect(() => {
    // A cached list may be older than the pending exports.
    if (data === undefined || isFetching || ids.length === 0) return
    const own = data.filter(({ id }) => ids.includes(id))
    const ended = own.filter((job) => !isUnderWay(job))
    const left = own.filter(isUnderWay).map(({ id }) => id)
    if (left.length === ids.length) return
    for (const job of ended) {
      if (job.state === 'done') notify.offer(`${job.fileName} 已生成`, { label: '下载', onTake: () => saveExport(job) })
      else if (job.error !== null) notify.line(`导出失败：${job.error}`, 'error')
    }
    watchExports(() => left)
  }, [data, isFetching, ids, notify])
  return { jobs, underWay: isWaiting ? (data ?? []).filter(isUnderWay) : [] }
}
