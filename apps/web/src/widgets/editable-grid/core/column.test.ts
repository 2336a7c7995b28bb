import { GRID_COLUMN_TYPES, type GridColumn } from '@natim/contract/grid-column'
import { describe, expect, it } from 'vitest'
import { fieldAccess } from '@/lib/permissions/can.ts'
import { columnWidths, fillNames, prepareColumns } from './column.ts'

const column = (type: GridColumn['type'], part: Partial<GridColumn> = {}): GridColumn => ({
  key: type,
  title: `列${type}`,
  type,
  ...part,
})
const free = () => 'editable' as const

describe('column widths', () => {
  it.each([
    ['a given width', [column('input', { width: 333 })], 1_000, [333]],
    ['a share of the grid as text', [column('input', { width: '25%' })], 1_000, [250]],
    ['a datetime: its own 200', [column('datetime')], 1_000, [200]],
    ['a user: its own 220', [column('sel_user')], 1_000, [220]],
    ['a department: 160, then the minimum 190', [column('sel_depart')], 1_000, [190]],
    ['others: 92 % among the visible columns', [column('input'), column('select')], 1_000, [460, 460]],
    [
      '120 when the share is smaller',
      [column('input'), ...Array.from({ length: 9 }, () => column('select'))].slice(0, 10),
      1_000,
      Array(10).fill(120),
    ],
    ['120 while the share is unknown', [column('input')], 0, [120]],
    ['a date of at least 135', [column('date')], 0, [135]],
    [
      'a given width below the minimum',
      [column('datetime', { width: 100 }), column('date', { width: 10 })],
      1_000,
      [190, 135],
    ],
  ])('[WG-184] %s', (_, columns, totalPx, widths) => {
    expect(columnWidths(columns, totalPx)).toEqual(widths)
  })

  it('[WG-184] does not count hidden columns', () => {
    const shown = prepareColumns([column('hidden'), column('input'), column('select')], free)
    expect(columnWidths(shown, 1_000)).toEqual([460, 460])
  })
})

describe('resolved columns', () => {
  it('[WG-199] fill their names into texts when these are shown', () => {
    expect(fillNames('请输入${title}（${key}）', column('input'))).toBe('请输入列input（input）')
    expect(fillNames('${nothing} ${title}', column('input'))).toBe('${nothing} 列input')
    const [ready] = prepareColumns([column('input', { placeholder: '请输入${title}' })], free)
    expect(ready?.hint).toBe('请输入列input')
  })

  it('[SS-38] are hidden by a type-1 rule and disabled by a type-2 rule that is not granted', () => {
    const rule = (action: string, type: string) => ({ action, type, status: '1', describe: '' })
    const lists = {
      auth: [{ action: 'order:date', type: '2', describe: '' }],
      allAuth: [rule('order:input', '1'), rule('order:select', '2'), rule('order:date', '2')],
    }
    const access = (key: string) => fieldAccess('order', key, lists)
    const ready = prepareColumns([column('input'), column('select'), column('date'), column('time')], access)
    expect(ready.map(({ key, isDisabled }) => [key, isDisabled])).toEqual([
      ['select', true],
      ['date', false],
      ['time', false],
    ])
  })

  it('read fieldExtendJson once, and tolerate invalid JSON', () => {
    const extended = column('sel_user', {
      fieldExtendJson: '{"multiSelect":false,"store":"id","text":"realname","uploadnum":"3"}',
    })
    expect(prepareColumns([extended], free)[0]?.extend).toMatchObject({
      multiSelect: false,
      store: 'id',
      uploadLimit: 3,
    })
    expect(prepareColumns([column('file', { fieldExtendJson: '{' })], free)[0]?.extend).toMatchObject({
      store: undefined,
    })
  })

  it('omit only the type hidden', () => {
    const ready = prepareColumns(
      GRID_COLUMN_TYPES.map((type) => column(type)),
      free,
    )
    expect(ready.length).toBe(GRID_COLUMN_TYPES.length - 1)
  })
})
