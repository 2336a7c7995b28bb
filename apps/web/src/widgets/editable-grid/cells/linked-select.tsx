import { MESSAGES } from '@natim/contract/messages'
import { Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { CellOption } from '../core/column.ts'
import styles from '../grid.module.css'
import type { CellEdit } from './cell-kind.ts'

const NONE: readonly CellOption[] = []

/** Options below the chosen parent; undefined while loading. */
function useChildren({ column: { source }, row }: CellEdit): readonly CellOption[] | undefined {
  const parent = source?.parentKey === undefined ? '' : String(row?.[source.parentKey] ?? '')
  const isAsked = source !== undefined && (source.parentKey === undefined || parent !== '')
  const [found, setFound] = useState<{ parent: string; options: readonly CellOption[] }>()
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    source.load(parent).then(
      (options) => isCurrent && setFound({ parent, options }),
      () => isCurrent && setFound({ parent, options: NONE }),
    )
    return () => {
      isCurrent = false
    }
  }, [isAsked, source, parent])
  if (!isAsked) return NONE
  return found?.parent === parent ? found.options : undefined
}

/** A level of linked selects: offers the children of the chosen parent (WG-190). */
export function LinkedSelect(cell: CellEdit) {
  const { column, value, label, isDisabled, isInvalid, onChange } = cell
  const options = useChildren(cell)
  const stored = value === undefined || value === null || value === '' ? undefined : String(value)
  // Until the options are loaded, the label of the stored value comes from the row's idle view.
  const known = column.options.filter((option) => option.value === stored)
  return (
    <Select
      className={styles.fill}
      aria-label={label}
      status={isInvalid ? 'error' : ''}
      disabled={isDisabled}
      placeholder={column.hint}
      allowClear
      loading={options === undefined}
      notFoundContent={
        options === undefined ? (
          <span className="t-secondary">
            <Spin size="small" /> {MESSAGES['search.loading']}
          </span>
        ) : (
          MESSAGES['search.none']
        )
      }
      options={[...(options ?? known)]}
      value={stored}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
