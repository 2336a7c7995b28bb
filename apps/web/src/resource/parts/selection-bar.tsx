import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { Column } from '../columns.tsx'
import { useListContext } from '../context.ts'
import { fieldOf, type Resource, type Sort } from '../define-resource.ts'
import { useTableSettings } from '../table-settings.ts'
import { useIsReloading } from '../use-is-reloading.ts'
import { ColumnSettings } from './column-settings.tsx'
import { PrintButton } from './print-button.tsx'
import styles from './selection-bar.module.css'
import { ViewsButton } from './views-button.tsx'

export interface SelectionBarProps {
  readonly columns: readonly Column<never>[]
  /** Keys of the visible columns. */
  readonly shown: readonly string[]
  /** Actions for ticked rows. */
  readonly children?: ReactNode
}

/** `按创建时间降序`; undefined for an order without a label here. */
function sortText(resource: Resource, { field, order }: Sort): string | undefined {
  const label = fieldOf(resource, field)?.label
  return label && `按${label}${order === 'asc' ? '升' : '降'}序`
}

/**
 * 36 px bar between filters and table: the ticked rows and their actions; at the right the table's own switches. The
 * space is always reserved, so ticking a row shifts nothing.
 */
export function SelectionBar({ columns, shown, children }: SelectionBarProps) {
  const { resource, selection, state } = useListContext()
  const { settings, change } = useTableSettings(resource.endpoints.list.path)
  const isCompact = settings.density === 'compact'
  const count = selection.ids.length
  return (
    <div className={styles.bar} data-active={count > 0 || undefined}>
      <div role="status" className={styles.count}>
        {count > 0 ? (
          <>
            已选 <b>{count}</b> {resource.measureWord}
          </>
        ) : (
          <span className="t-caption">{sortText(resource, state.sort)}</span>
        )}
      </div>
      {count > 0 && (
        <div role="toolbar" aria-label="批量操作" className={styles.actions}>
          <Button type="link" size="small" className={styles.clear} onClick={selection.clear}>
            清空
          </Button>
          {children}
        </div>
      )}
      <div className={styles.tools}>
        <ViewsButton />
        <ReloadButton />
        <PrintButton />
        <Tooltip title={isCompact ? '标准行高' : '紧凑行高'}>
          <Button
            type="text"
            size="small"
            icon={<ColumnHeightOutlined aria-hidden />}
            aria-label="紧凑行高"
            aria-pressed={isCompact}
            onClick={() => change({ density: isCompact ? 'standard' : 'compact' })}
          />
        </Tooltip>
        <ColumnSettings columns={columns} shown={shown} settings={settings} onChange={change} />
      </div>
    </div>
  )
}

function ReloadButton() {
  const { reload } = useListContext()
  const isReloading = useIsReloading()
  return (
    <Tooltip title="刷新">
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined aria-hidden spin={isReloading} />}
        aria-label="刷新"
        onClick={reload}
      />
    </Tooltip>
  )
}
