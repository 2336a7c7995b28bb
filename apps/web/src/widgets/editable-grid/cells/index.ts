import type { GridColumnType } from '@natim/contract/grid-column'
import type { CellKind } from './cell-kind.ts'
import { checkCell, checkGroupCell } from './check-cells.tsx'
import { dateCell, datetimeCell, timeCell } from './date-cells.tsx'
import { fileCell, imageCell } from './file-cells.tsx'
import { asyncSelectCell, departCell, popupCell, userCell } from './picker-cells.tsx'
import { radioCell } from './radio-cell.tsx'
import { multiCell, searchCell, selectCell } from './select-cells.tsx'
import { slotCell } from './slot-cells.tsx'
import { longTextCell, normalCell, numberCell, textCell } from './text-cells.tsx'

/** The cell kind of every column type; a missing one does not compile. */
export const CELLS: Readonly<Record<GridColumnType, CellKind>> = {
  normal: normalCell,
  input: textCell,
  inputNumber: numberCell,
  checkbox: checkCell,
  checkbox_meta: checkGroupCell,
  select: selectCell,
  list_multi: multiCell,
  sel_search: searchCell,
  sel_search_async: asyncSelectCell,
  sel_depart: departCell,
  sel_user: userCell,
  date: dateCell,
  datetime: datetimeCell,
  time: timeCell,
  input_pop: longTextCell,
  textarea: longTextCell,
  upload: fileCell,
  file: fileCell,
  image: imageCell,
  popup: popupCell,
  radio: radioCell,
  slot: slotCell,
  // Never rendered: the grid omits such columns and keeps their values.
  hidden: normalCell,
}
