import { ImportOutlined } from '@ant-design/icons'
import { type SampleImport, sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { sampleImportEndpoints } from '@natim/contract/system/import'
import { formatNumber, formatShortTime } from '@natim/domain/format'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Popconfirm, Upload } from 'antd'
import { useState } from 'react'
import { downloadFile } from '@/lib/api/actions.ts'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { lazyPart } from '@/lib/lazy-part.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import styles from './day.module.css'

const ImportWorkbench = lazyPart(
  async () => (await import('@/widgets/import-workbench/import-workbench.tsx')).ImportWorkbench,
)
const WIDTH_PX = 860

/** Queries derived from samples. */
const isReckoned = (path: unknown) => typeof path === 'string' && /^\/mon\/(?:ts|review)\//.test(path)

/**
 * 导入样本: imports samples from a spreadsheet or CSV, previewed before writing; each import can be reverted as a
 * whole.
 */
export function SampleImports() {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const reload = () => void client.invalidateQueries({ predicate: ({ queryKey }) => isReckoned(queryKey[0]) })
  const takeTemplate = () => {
    // Reported by the client.
    downloadFile(sampleImportEndpoints.template.path, { name: '样本导入模板.xlsx' }).catch(() => undefined)
  }
  return (
    <>
      <Button icon={<ImportOutlined />} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        导入样本
      </Button>
      {isOpen && (
        <Dialog open title="导入样本" width={WIDTH_PX} footer={null} onCancel={() => setIsOpen(false)}>
          <p className="t-caption">
            每行一个样本：客户端ID、通道、时间、数值、单位。支持 .csv、.xls、.xlsx，写入前逐行核对；已有样本不会被覆盖。
          </p>
          <p className={styles.imports}>
            <Upload
              accept=".csv,.xls,.xlsx"
              showUploadList={false}
              beforeUpload={(chosen) => {
                setFile(chosen)
                return false
              }}
            >
              <Button type="primary">选择文件</Button>
            </Upload>
            <Button type="link" onClick={takeTemplate}>
              下载模板
            </Button>
          </p>
          <ImportList onUndone={reload} />
        </Dialog>
      )}
      {file && (
        <ImportWorkbench
          endpoints={sampleImportEndpoints}
          file={file}
          onDone={reload}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  )
}

function ImportList({ onUndone }: { readonly onUndone: () => void }) {
  const answer = useEndpoint(sampleMarkEndpoints.imports, {})
  const notify = useNotify()
  const undo = async (id: string) => {
    try {
      notify.line(
        (await callWithMessage(sampleMarkEndpoints.undoImport, { body: { id } }, { silent: true })).message,
        'success',
      )
    } catch (error) {
      notify.line(apiErrorOf(error).message, 'warning')
    }
    onUndone()
  }
  if (answer.error) return <ErrorState message={answer.error.message} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <TableSkeleton rows={3} columns={4} />
  if (answer.data.imports.length === 0) return <EmptyState title="还没有导入过样本" hint="选择文件后先核对，再写入" />
  return (
    <div className={styles.logBox}>
      <table className={styles.log} aria-label="导入记录">
        <thead>
          <tr>
            <th scope="col">设备</th>
            <th scope="col">样本时间</th>
            <th scope="col">样本</th>
            <th scope="col">导入</th>
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {answer.data.imports.map((entry) => (
            <ImportRow key={entry.id} entry={entry} onUndo={() => undo(entry.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ImportRow({ entry, onUndo }: { readonly entry: SampleImport; readonly onUndo: () => Promise<void> }) {
  const { n, devices, fromMs, toMs, madeBy, madeMs, undoneBy, undoneMs } = entry
  return (
    <tr data-undone={undoneBy !== null || undefined}>
      <td>{devices.join('、')}</td>
      <td>
        {formatShortTime(fromMs)} 至 {formatShortTime(toMs)}
      </td>
      <td>{formatNumber(n)}</td>
      <td>
        {madeBy} {formatShortTime(madeMs)}
      </td>
      <td>
        {undoneBy === null ? (
          <Popconfirm
            title="撤销这次导入？"
            description={`删除导入的 ${formatNumber(n)} 个样本，相关数据随之更新`}
            okText="撤销导入"
            cancelText="取消"
            onConfirm={onUndo}
          >
            <PlainButton isLink>撤销导入</PlainButton>
          </Popconfirm>
        ) : (
          <span className="t-caption">
            已由{undoneBy}撤销 {formatShortTime(undoneMs ?? madeMs)}
          </span>
        )}
      </td>
    </tr>
  )
}
