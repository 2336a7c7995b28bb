import { BIZ_PAGE_SIZE, BIZ_PAGE_SIZE_OPTIONS, MODAL_PX } from '@natim/contract/constants'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { ChosenList } from '../picker/chosen-list.tsx'
import type { Pair } from '../picker/pair.ts'
import styles from '../picker/picker.module.css'
import { type PickerQuery, PickerTable } from '../picker/picker-table.tsx'
import { useDraft } from '../picker/use-draft.ts'
import { BizFilters } from './biz-filters.tsx'
import type { BizSource } from './biz-source.ts'

/** Height of the rows, px (WG-42). */
const BODY_PX = 240
/** Height for a source with more rows per page, px. */
const HIGH_BODY_PX = 400
/** A source with a larger page shows it whole, without other page sizes. */
const LONGEST = Math.max(...BIZ_PAGE_SIZE_OPTIONS)

export interface BizModalProps {
  readonly source: BizSource
  /** The stored field. */
  readonly store: string
  readonly isMulti: boolean
  readonly length: number
  readonly isOpen: boolean
  readonly chosen: readonly Pair[]
  readonly onOk: (chosen: readonly Pair[]) => void
  readonly onCancel: () => void
  readonly onClosed: () => void
}

/**
 * Chooses rows of a source: filters and rows at the left, the choice at the right (WG-42). The choice is a draft: OK
 * applies it, cancel discards it (WG-45).
 */
export function BizModal({ source, store, isMulti, length, isOpen, chosen, onOk, onCancel, onClosed }: BizModalProps) {
  const [draft, setDraft] = useDraft(chosen)
  const [query, setQuery] = useState<PickerQuery>({})
  const { name, width = MODAL_PX.biz, list, columns, filters, text, sort, rows = BIZ_PAGE_SIZE } = source
  return (
    <Dialog
      open={isOpen}
      title={`选择${name}`}
      width={width}
      onOk={() => onOk(draft)}
      onCancel={onCancel}
      afterClose={onClosed}
    >
      <div className={styles.split}>
        <div className={styles.main}>
          <BizFilters filters={filters} onSearch={setQuery} />
          <PickerTable
            list={list}
            columns={columns}
            query={{ ...sort, ...query }}
            store={store}
            text={text}
            pageSize={rows}
            pageSizes={rows > LONGEST ? [rows] : BIZ_PAGE_SIZE_OPTIONS}
            isMulti={isMulti}
            chosen={draft}
            onChoose={setDraft}
            onAccept={() => onOk(draft)}
            length={length}
            scroll={{ y: rows > BIZ_PAGE_SIZE ? HIGH_BODY_PX : BODY_PX }}
          />
        </div>
        <ChosenList title={`已选${name}`} chosen={draft} length={length} onChoose={setDraft} />
      </div>
    </Dialog>
  )
}
