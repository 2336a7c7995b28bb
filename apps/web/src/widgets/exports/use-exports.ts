import { type ExportForm, type ExportJob, tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { useQueryClient } from '@tanstack/react-query'
import { downloadFile } from '@/lib/api/actions.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { watchExports } from './watched-exports.ts'

export const EXPORT_POLL_MS = 1_500

export const isUnderWay = ({ state }: Pick<ExportJob, 'state'>) => state === 'waiting' || state === 'running'

const FILE_PATH = tsExportEndpoints.file.path

/** Downloads the file; a failure was shown by the client. */
export const saveExport = ({ id, fileName }: ExportJob) =>
  void downloadFile(FILE_PATH, { query: { id }, name: fileName }).catch(() => undefined)

/**
 * The user's exports, polled while one is being written. Completion is reported by the bell, through {@link
 * watchExports}.
 */
export function useExports(isShown: boolean) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const jobs = useEndpoint(
    tsExportEndpoints.list,
    {},
    {
      enabled: isShown,
      staleTime: 0,
      refetchInterval: (query) => (query.state.data?.some(isUnderWay) ? EXPORT_POLL_MS : false),
    },
  )
  const reload = () => queryClient.invalidateQueries({ queryKey: [tsExportEndpoints.list.path] })
  return {
    jobs,
    reload,
    /** Resolves to the job; undefined when refused, which the client has shown. */
    async start(form: ExportForm): Promise<ExportJob | undefined> {
      const job = await call(tsExportEndpoints.start, { body: form }).catch(() => undefined)
      if (job?.state === 'done') saveExport(job)
      else if (job) {
        notify.line('数据较多，正在后台生成，进度见右上角通知，完成后提示下载', 'info')
        watchExports((ids) => [...ids, job.id])
      }
      void reload()
      return job
    },
    async remove(id: string): Promise<void> {
      await call(tsExportEndpoints.remove, { query: { id } }).catch(() => undefined)
      await reload()
    },
  }
}
