import { CloseOutlined, DeleteOutlined, DownloadOutlined } from '@ant-design/icons'
import { EXPORT_KEPT_DAYS, type ExportJob } from '@natim/contract/mon/ts-export'
import { formatNumber, formatShortTime } from '@natim/domain/format'
import type { UseQueryResult } from '@tanstack/react-query'
import { Progress } from 'antd'
import { sizeText } from '@/lib/size-text.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { IconButton } from '@/ui/icon-button.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './export.module.css'
import { isUnderWay, saveExport } from './use-exports.ts'

interface ExportListProps {
  readonly jobs: UseQueryResult<ExportJob[]>
  readonly onRemove: (id: string) => void
}

/** Requested exports: their progress, and the files that can still be downloaded. */
export function ExportList({ jobs: { data, error, refetch }, onRemove }: ExportListProps) {
  if (error) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Outline>
        {times(3, (row) => (
          <Bar key={row} width={`${80 - row * 10}%`} line={40} />
        ))}
      </Outline>
    )
  if (data.length === 0) return <EmptyState title="还没有导出" hint="导出的文件在这里保留 7 天" />
  return (
    <>
      <ul className={styles.jobs} aria-label="导出文件">
        {data.map((job) => (
          <Job key={job.id} job={job} onRemove={() => onRemove(job.id)} />
        ))}
      </ul>
      <p className={styles.note}>文件保留 {EXPORT_KEPT_DAYS} 天，只有自己能下载</p>
    </>
  )
}

function Job({ job, onRemove }: { readonly job: ExportJob; readonly onRemove: () => void }) {
  const { fileName, progress } = job
  return (
    <li className={styles.job}>
      <span className={styles.text}>
        <b className="ellipsis" title={fileName}>
          {fileName}
        </b>
        {isUnderWay(job) ? (
          <Progress percent={progress} size="small" aria-label={`${fileName} 进度`} />
        ) : (
          <span className={styles.note} data-failed={job.state === 'failed' || undefined}>
            {noteOf(job)}
          </span>
        )}
      </span>
      {job.state === 'done' && (
        <IconButton icon={<DownloadOutlined />} aria-label={`下载 ${fileName}`} onClick={() => saveExport(job)} />
      )}
      <IconButton
        icon={isUnderWay(job) ? <CloseOutlined /> : <DeleteOutlined />}
        aria-label={`${isUnderWay(job) ? '取消' : '删除'} ${fileName}`}
        onClick={onRemove}
      />
    </li>
  )
}

function noteOf({ createMs, rows, sizeBytes, error }: ExportJob): string {
  const when = formatShortTime(createMs)
  if (error !== null) return `${when} · ${error}`
  return `${when} · ${formatNumber(rows ?? 0)} 点 · ${sizeText(sizeBytes ?? 0)}`
}
