import { MODAL_PX, PAGE_SIZE, PAGE_SIZE_OPTIONS, SEX, USER_MODAL_SCROLLS_BELOW_PX } from '@natim/contract/constants'
import { userEndpoints } from '@natim/contract/system/pickers'
import { useState } from 'react'
import { useMedia } from '@/lib/use-media.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { BizFilters } from '../biz-select/biz-filters.tsx'
import type { BizFilter } from '../biz-select/biz-source.ts'
import { ChosenTags } from '../picker/chosen-tags.tsx'
import styles from '../picker/picker.module.css'
import type { PickerDialogProps } from '../picker/picker.tsx'
import { type PickerColumn, type PickerQuery, PickerTable } from '../picker/picker-table.tsx'
import { useDraft } from '../picker/use-draft.ts'
import { DepartTree } from './depart-tree.tsx'

const SEX_TEXT: Readonly<Record<number, string>> = { [SEX.male]: '男', [SEX.female]: '女' }

const COLUMNS: readonly PickerColumn[] = [
  { key: 'username', title: '用户账号', width: 140 },
  { key: 'realname', title: '用户姓名', width: 120 },
  { key: 'sex', title: '性别', width: 70, render: ({ sex }) => SEX_TEXT[Number(sex)] ?? '' },
  { key: 'phone', title: '手机', width: 130 },
  { key: 'orgCodeTxt', title: '部门' },
]
const FILTERS: readonly BizFilter[] = [{ key: 'keyword', label: '姓名、账号、手机、部门', kind: 'plain' }]
const SORT = { column: 'createTime', order: 'desc' } as const
/** Width below which the rows scroll sideways in a small window, px (WG-32). */
const MIN_TABLE_PX = 800

export interface UserPickerModalProps extends PickerDialogProps {
  readonly store: string
  readonly text: string
  readonly isMulti: boolean
}

/** 根据部门选择用户: departments at the left, their users at the right (WG-30 to WG-33). */
export function UserPickerModal({ isOpen, chosen, onOk, onCancel, onClosed, ...field }: UserPickerModalProps) {
  const isNarrow = useMedia(`(max-width: ${USER_MODAL_SCROLLS_BELOW_PX - 0.02}px)`)
  const [draft, setDraft] = useDraft(chosen)
  const [filters, setFilters] = useState<PickerQuery>({})
  const [departId, setDepartId] = useState<string>()
  const search = (query: PickerQuery) => {
    setFilters(query)
    // 重置 clears the filters and the department.
    if (Object.keys(query).length === 0) setDepartId(undefined)
  }
  return (
    <Dialog
      open={isOpen}
      title="根据部门选择用户"
      width={MODAL_PX.userPicker}
      onOk={() => onOk(draft)}
      onCancel={onCancel}
      afterClose={onClosed}
    >
      <div className={`${styles.split} ${styles.tree}`}>
        <div className={styles.side}>
          <DepartTree selected={departId} onSelect={setDepartId} />
        </div>
        <div className={styles.main}>
          <BizFilters filters={FILTERS} onSearch={search} />
          <ChosenTags chosen={draft} onChoose={setDraft} />
          <PickerTable
            {...field}
            list={userEndpoints.componentData}
            columns={COLUMNS}
            query={{ ...SORT, ...filters, ...(departId !== undefined && { departId }) }}
            pageSize={PAGE_SIZE}
            pageSizes={PAGE_SIZE_OPTIONS}
            chosen={draft}
            onChoose={setDraft}
            onAccept={() => onOk(draft)}
            {...(isNarrow && { scroll: { x: MIN_TABLE_PX } })}
          />
        </div>
      </div>
    </Dialog>
  )
}
