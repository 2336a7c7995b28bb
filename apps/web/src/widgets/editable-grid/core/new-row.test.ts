import type { GridColumn } from '@natim/contract/grid-column'
import { expect, it } from 'vitest'
import { prepareColumns } from './column.ts'
import { createRows } from './new-row.ts'

const columns = (...given: GridColumn[]) => prepareColumns(given, () => 'editable')
const record = (values: Record<string, unknown>) => ({
  id: String(values['id']),
  values: { id: '', ...values },
  origin: undefined,
  errors: undefined,
})

it('[WG-186] numbers new rows from the largest value of an order column plus 1', () => {
  const ready = columns({ key: 'no', title: '序号', type: 'inputNumber', isOrder: true })
  const rows = [record({ id: 'a', no: 7 }), record({ id: 'b', no: '12' }), record({ id: 'c', no: null })]
  expect(createRows(ready, rows, [{}, {}]).map(({ no }) => no)).toEqual([13, 14])
  expect(createRows(ready, [], [{}])[0]?.['no']).toBe(1)
})

it("fills defaults, overridden by the caller's values", () => {
  const ready = columns(
    { key: 'name', title: '名称', type: 'input', defaultValue: '新${title}' },
    { key: 'size', title: '大小', type: 'inputNumber', defaultValue: 3 },
    { key: 'on', title: '启用', type: 'checkbox', customValue: ['Y', 'N'], defaultChecked: true },
    { key: 'off', title: '停用', type: 'checkbox', customValue: ['Y', 'N'] },
  )
  const [row] = createRows(ready, [], [{ size: 9 }])
  expect(row).toMatchObject({ name: '新名称', size: 9, on: 'Y', off: 'N' })
})
