import { DICT_SEARCH } from '@natim/contract/constants'
import { DepartPicker } from '../../depart-picker/depart-picker.tsx'
import { SearchSelect } from '../../dict-select/search-select.tsx'
import { ReportPopup } from '../../report-popup/report-popup.tsx'
import { UserPicker } from '../../user-picker/user-picker.tsx'
import { joinValues, splitValues } from '../core/comma-values.ts'
import styles from '../grid.module.css'
import { captionOf, optionByText } from './captions.ts'
import type { CellEdit, CellKind, CellView } from './cell-kind.ts'
import { Idle } from './idle.tsx'
import { multiCell } from './select-cells.tsx'

const textOf = (value: unknown) => String(value ?? '')

const shared = ({ column, value, label, isDisabled }: CellEdit) => ({
  value: textOf(value),
  disabled: isDisabled,
  placeholder: column.hint,
  'aria-label': label,
})

/** One tag per name or department, as the picker shows them; labels are looked up for visible rows. */
function TagsView(view: CellView) {
  const values = splitValues(view.value)
  return (
    <Idle {...view} as="combobox">
      {values.length === 0
        ? ''
        : values.map((value) => (
            <span key={value} className={styles.tag}>
              {captionOf(view.column, value)}
            </span>
          ))}
    </Idle>
  )
}

const UserEdit = (cell: CellEdit) => {
  const { multiSelect = true, store = 'username', text = 'realname' } = cell.column.extend
  return <UserPicker {...shared(cell)} isMulti={multiSelect} store={store} text={text} onChange={cell.onChange} />
}

const DepartEdit = (cell: CellEdit) => {
  const { multiSelect = true, store = 'id', text = 'departName' } = cell.column.extend
  return <DepartPicker {...shared(cell)} isMulti={multiSelect} store={store} text={text} onChange={cell.onChange} />
}

/** Stored values are pasted unchanged: the server decides whether they exist. */
const ofStored = {
  View: TagsView,
  parse: (text: string, column: CellView['column']) =>
    joinValues(splitValues(text).map((part) => optionByText(column, part)?.value ?? part)),
  format: multiCell.format,
} satisfies Partial<CellKind>

export const userCell: CellKind = { ...ofStored, Edit: UserEdit }
export const departCell: CellKind = { ...ofStored, Edit: DepartEdit }

function AsyncSelectEdit(cell: CellEdit) {
  const { dictCode = '', extend } = cell.column
  return (
    <SearchSelect
      {...shared(cell)}
      dict={dictCode}
      isAsync
      isMulti={extend.multiSelect === true}
      debounceMs={DICT_SEARCH.cellDebounceMs}
      onChange={(next) => cell.onChange(next ?? '')}
    />
  )
}

export const asyncSelectCell: CellKind = {
  View: (view) => (
    <Idle {...view} as="combobox" mark={styles.arrow}>
      {splitValues(view.value)
        .map((value) => captionOf(view.column, value))
        .join(',')}
    </Idle>
  ),
  Edit: AsyncSelectEdit,
  parse: ofStored.parse,
  format: multiCell.format,
}

/** Fills the columns named in `destFields`, its own by its own key (WG-192). */
function PopupEdit(cell: CellEdit) {
  const { key, popupCode = '', orgFields = '', destFields = '', param, extend } = cell.column
  return (
    <ReportPopup
      {...shared(cell)}
      code={popupCode}
      orgFields={orgFields}
      destFields={destFields}
      field={key}
      isMulti={extend.multiSelect === true}
      {...(param && { params: param as Record<string, string> })}
      {...(extend.orderBy && { sorter: extend.orderBy })}
      onChange={(text) => !destFields.split(',').includes(key) && cell.onChange(text)}
      onFill={cell.onFill}
    />
  )
}

export const popupCell: CellKind = {
  View: (view) => (
    <Idle {...view} as="textbox" mark={styles.chooser}>
      {textOf(view.value)}
    </Idle>
  ),
  Edit: PopupEdit,
  parse: (text) => text,
  format: textOf,
}
