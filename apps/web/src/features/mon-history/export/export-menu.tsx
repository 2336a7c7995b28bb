import { DownOutlined, ExportOutlined } from '@ant-design/icons'
import type { ExportForm, ExportFormat } from '@natim/contract/mon/ts-export'
import { Badge, Button, Dropdown, Popover } from 'antd'
import { useState } from 'react'
import styles from '@/widgets/exports/export.module.css'
import { ExportList } from '@/widgets/exports/export-list.tsx'
import { isUnderWay, useExports } from '@/widgets/exports/use-exports.ts'

const FORMATS: readonly { readonly key: ExportFormat; readonly label: string }[] = [
  { key: 'csv', label: 'CSV' },
  { key: 'xlsx', label: 'XLSX' },
  { key: 'parquet', label: 'Parquet' },
]

interface ExportMenuProps {
  /** The shown data; undefined while no channel is chosen. */
  readonly form: Omit<ExportForm, 'format'> | undefined
  /** Saves the chart as drawn; undefined while there is none. */
  readonly onPicture: (() => void) | undefined
}

/**
 * Exports the shown range: all points as a file, or the picture. Large files are written by the server in the
 * background.
 */
export function ExportMenu({ form, onPicture }: ExportMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const exports = useExports(true)
  const count = exports.jobs.data?.filter(isUnderWay).length ?? 0

  async function start(format: ExportFormat): Promise<void> {
    if (form === undefined) return
    setIsStarting(true)
    const job = await exports.start({ ...form, format })
    setIsStarting(false)
    if (job && isUnderWay(job)) setIsOpen(true)
  }

  const items = [
    ...FORMATS.map(({ key, label }) => ({
      key,
      label,
      disabled: form === undefined,
      onClick: () => void start(key),
    })),
    { key: 'png', label: 'PNG 图片', disabled: onPicture === undefined, onClick: () => onPicture?.() },
    { type: 'divider' as const },
    { key: 'files', label: '导出记录', onClick: () => setIsOpen(true) },
  ]
  return (
    <Popover
      open={isOpen}
      onOpenChange={(open) => !open && setIsOpen(false)}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      title="导出记录"
      content={
        <div className={styles.panel}>
          <ExportList jobs={exports.jobs} onRemove={(id) => void exports.remove(id)} />
        </div>
      }
    >
      <span>
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <Badge count={count} size="small">
            <Button icon={<ExportOutlined aria-hidden />} loading={isStarting}>
              导出 <DownOutlined aria-hidden />
            </Button>
          </Badge>
        </Dropdown>
      </span>
    </Popover>
  )
}
