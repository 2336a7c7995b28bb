import { type ExportForm, type ExportJob, tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

const POLL_MS = 1_500

export const isUnderWay = ({ state }: Pick<ExportJob, 'state'>) => state === 'waiting' || state === 'running'

const FILE_PATH = tsExportEndpoints.file.path

/** Fetches the file; a failure was shown by the client. */
export const saveExport = ({ id, fileName }: ExportJob) =>
  void downloadFile(FILE_PATH, { query: { id }, name: fileName }).catch(() => undefined)

/** The user's exports, followed while one is being written; whoever waits is told when it is done. */
export function useExports(isShown: boolean) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const jobs = useEndpoint(
    tsExportEndpoints.list,
    {},
    {
      enabled: isShown,
      staleTime: 0,
      refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? POLL_MS : false),
    },
  )
  const { data } = jobs
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const job of data ?? []) {
      if (!before.current.has(job.id) || isUnderWay(job)) continue
      if (job.state === 'done') notify.offer(`${job.fileName} 已生成`, { label: '下载', onTake: () => saveExport(job) })
      else if (job.error !== null) notify.line(`导出失败：${job.error}`, 'error')
    }
    before.current = new Set((data ?? []).filter(isUnderWay).map(({ id }) => id))
  }, [data, notify])

  const reload = () => queryClient.invalidateQueries({ queryKey: [tsExportEndpoints.list.path] })
  return {
    jobs,
    reload,
    /** Resolves with the job; undefined when it was refused, which the client has shown. */
    async start(form: ExportForm): Promise<ExportJob | undefined> {
      const job = await call(tsExportEndpoints.start, { body: form }).catch(() => undefined)
      if (job?.state === 'done') saveExport(job)
      else if (job) notify.line('数据较多，正在后台生成，完成后提示下载', 'info')
      void reload()
      return job
    },
    async remove(id: string): Promise<void> {
      await call(tsExportEndpoints.remove, { query: { id } }).catch(() => undefined)
      await reload()
    },
  }
}
