import { DownloadOutlined } from '@ant-design/icons'
import { IMPORT_KINDS, type ImportEndpoints, type ImportJob, type ImportKind } from '@natim/contract/system/import'
import { formatNumber } from '@natim/domain/format'
import { Button, Tabs } from 'antd'
import { useRef, useState } from 'react'
import { downloadFile } from '../../lib/api/actions.ts'
import { CheckedRows } from './checked-rows.tsx'
import styles from './import-workbench.module.css'

export interface CheckStepProps {
  readonly endpoints: ImportEndpoints
  readonly job: ImportJob
  readonly onJob: (job: ImportJob) => void
  readonly onRemap: () => void
  readonly onCommit: () => Promise<void>
}

const CAPTIONS: Readonly<Record<ImportKind, string>> = { new: '新增', changed: '更新', same: '相同', wrong: '错误' }

/** Pending corrections, sent one at a time. */
function useMends() {
  const queue = useRef(Promise.resolve())
  const [open, setOpen] = useState(0)
  const mend = (work: () => Promise<void>) => {
    setOpen((count) => count + 1)
    queue.current = queue.current
      .then(work)
      // Already reported by the client.
      .catch(() => undefined)
      .finally(() => setOpen((count) => count - 1))
  }
  return { mend, settled: () => queue.current, isChecking: open > 0 }
}

/** Preview of the import: nothing has been written yet. */
export function CheckStep({ endpoints, job, onJob, onRemap, onCommit }: CheckStepProps) {
  const { summary } = job
  const [kind, setKind] = useState<ImportKind>(summary.wrong > 0 ? 'wrong' : 'new')
  const [isBusy, setIsBusy] = useState(false)
  const { mend, settled, isChecking } = useMends()
  const writable = summary.new + summary.changed
  const commit = async () => {
    setIsBusy(true)
    // Waits until the last correction has been checked, so that it is written too.
    await settled()
    // Already reported by the client.
    await onCommit().catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <>
      <Tabs
        activeKey={kind}
        onChange={(next) => setKind(next as ImportKind)}
        items={IMPORT_KINDS.map((key) => ({
          key,
          label: (
            <span data-kind={key} className={styles.tab}>
              {CAPTIONS[key]} {formatNumber(summary[key])}
            </span>
          ),
        }))}
      />
      <CheckedRows key={kind} endpoints={endpoints} job={job} kind={kind} onJob={onJob} onMend={mend} />
      <footer className={styles.foot}>
        <Button onClick={onRemap}>重新对应列</Button>
        {summary.wrong > 0 && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => {
              // Already reported by the client.
              downloadFile(endpoints.errorFile.path, { query: { id: job.id } }).catch(() => undefined)
            }}
          >
            下载错误数据
          </Button>
        )}
        <span className={styles.note}>{summary.wrong > 0 && `${formatNumber(summary.wrong)} 行错误不会导入`}</span>
        <Button type="primary" disabled={writable === 0 && !isChecking} loading={isBusy} onClick={commit}>
          {isChecking ? '正在核对，随后提交' : `提交 ${formatNumber(writable)} 行`}
        </Button>
      </footer>
    </>
  )
}
