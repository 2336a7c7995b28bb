import { describe, expect, it } from 'vitest'
import { enhanceRecord, GRID_COLUMN_TYPES, gridColumn, gridRow } from './grid-column.ts'

const WG_170 =
  'key, title, type, width, placeholder, defaultValue, options, dictCode, validateRules, props, disabled, allowDownload, ' +
  'allowRemove, allowInput, allowSearch, customValue, defaultChecked, statistics, isOrder, action, token, popupCode, ' +
  'orgFields, destFields, param, fieldExtendJson, linkageKey'
const WG_171 =
  'normal, input, inputNumber, checkbox, checkbox_meta, select, list_multi, sel_search, sel_search_async, sel_depart, ' +
  'sel_user, date, datetime, time, input_pop, textarea, upload, file, image, popup, radio, slot, hidden'

describe('a column of the editable grid', () => {
  it('[CO-52] has exactly the keys and the types of the specification', () => {
    expect(Object.keys(gridColumn.shape).join(', ')).toBe(WG_170)
    expect(GRID_COLUMN_TYPES.join(', ')).toBe(WG_171)
    const column = { key: 'name', title: '名称', type: 'input' }
    expect(gridColumn.safeParse(column).success).toBe(true)
    expect(gridColumn.safeParse({ ...column, other: 1 }).success).toBe(false)
    expect(gridColumn.safeParse({ ...column, type: 'text' }).success).toBe(false)
    expect(gridColumn.safeParse({ ...column, statistics: ['median'] }).success).toBe(false)
    expect(gridColumn.safeParse({ ...column, fieldExtendJson: '{"store":"id"}' }).success).toBe(true)
    expect(gridColumn.safeParse({ ...column, fieldExtendJson: '{store}' }).success).toBe(false)
  })

  it('[CO-52] describes one value of a row, which has an id', () => {
    expect(gridRow.safeParse({ id: 'a', name: 1, orderNum: 2 }).success).toBe(true)
    expect(gridRow.safeParse({ name: 1 }).success).toBe(false)
  })
})

it('[CO-55] an enhancement record has a code and free content', () => {
  expect(enhanceRecord.parse({ code: 'order', js: 'x', any: [1] })).toEqual({ code: 'order', js: 'x', any: [1] })
  expect(enhanceRecord.safeParse({ js: 'x' }).success).toBe(false)
})
