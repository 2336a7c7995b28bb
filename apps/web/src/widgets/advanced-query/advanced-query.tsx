import { FilterFilled, FilterOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import styles from './advanced-query.module.css'
import { AdvancedQueryDialog } from './advanced-query-dialog.tsx'
import type { ActiveQuery } from './query-draft.ts'
import type { QueryField } from './query-field.ts'

export interface AdvancedQueryProps {
  /** The queryable fields. */
  readonly fields: readonly QueryField[]
  /** The query in force; undefined = none. */
  readonly value: ActiveQuery | undefined
  /** Key under which queries are saved; by default the path of the page. */
  readonly saveCode?: string
  /** Called with the filled lines, values of `in` joined by comma. */
  readonly onSearch: (query: ActiveQuery) => void
  /** Called when the query is cleared. */
  readonly onReset: () => void
}

/** The button 高级查询 with its dialog; marked while a query is in force, which it can then clear (WG-150). */
export function AdvancedQuery({ fields, value, saveCode, onSearch, onReset }: AdvancedQueryProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  const isActive = value !== undefined
  const open = () => {
    setHasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      <Tooltip
        title={
          isActive && (
            <>
              已按 {value.records.length} 个条件查询
              <Button type="link" size="small" onClick={onReset}>
                清空
              </Button>
            </>
          )
        }
      >
        <Button
          className={isActive ? styles.active : undefined}
          icon={isActive ? <FilterFilled aria-hidden /> : <FilterOutlined aria-hidden />}
          aria-haspopup="dialog"
          aria-pressed={isActive}
          onClick={open}
        >
          高级查询
        </Button>
      </Tooltip>
      {hasOpened && (
        <AdvancedQueryDialog
          isOpen={isOpen}
          fields={fields}
          value={value}
          saveCode={saveCode ?? window.location.pathname}
          onSearch={(query) => {
            setIsOpen(false)
            onSearch(query)
          }}
          onReset={onReset}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
