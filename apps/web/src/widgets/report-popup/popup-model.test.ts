import type { ReportQueryItem } from '@natim/contract/system/report'
import { describe, expect, it } from 'vitest'
import { choiceFault, fillValues, inputText, popupFault, withRowKeys } from './popup-fields.ts'
import { dataQuery, initialValues, parseSorter } from './popup-query.ts'

const FIELDS = { code: 'device', orgFields: 'id,name', destFields: 'deviceId,deviceName' }
const ROWS = [
  { id: '1', name: '氯气' },
  { id: 2, name: null },
]

describe('parameters of a popup', () => {
  it.each([
    [{ ...FIELDS, code: '' }, 'popup参数未正确配置!'],
    [{ ...FIELDS, orgFields: '' }, 'popup参数未正确配置!'],
    [{ ...FIELDS, destFields: undefined }, 'popup参数未正确配置!'],
    [{ ...FIELDS, destFields: 'deviceId' }, 'popup参数未正确配置,原始值和目标值数量不一致!'],
    [FIELDS, undefined],
  ])('%j: %s', (fields, fault) => expect(popupFault(fields)).toBe(fault))

  it('fill the fields in order, several rows joined by comma, and clear them all', () => {
    expect(fillValues(FIELDS, ROWS)).toEqual({ deviceId: '1,2', deviceName: '氯气,' })
    expect(fillValues(FIELDS, [])).toEqual({ deviceId: '', deviceName: '' })
  })

  it('give the input the text of its own field', () => {
    const rows = [
      { id: '1', name: '甲' },
      { id: '2', name: '乙' },
    ]
    expect(inputText(FIELDS, rows, '；', 'deviceName')).toBe('甲；乙')
    expect(inputText(FIELDS, rows, ',', undefined)).toBe('1,2')
  })
})

it.each([
  [0, true, '请选择一条记录'],
  [0, false, '请选择一条记录'],
  [2, false, '请选择一条记录'],
  [1, false, undefined],
  [2, true, undefined],
])('%i rows, several allowed %s: %s', (count, isMulti, fault) => expect(choiceFault(count, isMulti)).toBe(fault))

it('rows are distinguished by all their values, equal ones by position', () => {
  const keys = withRowKeys([
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    { a: 1, b: 3 },
  ]).map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
  expect(withRowKeys([{ b: 2, a: 1 }])[0]?.key).toBe(keys[0])
})

describe('the data request', () => {
  const item = (field: string, mode: 'single' | 'group' = 'single'): ReportQueryItem => ({
    field,
    mode,
    label: field,
    hidden: '0',
    type: 'text',
    view: 'text',
    dictCode: '',
  })

  it.each([
    ['name=desc', { column: 'name', order: 'desc' }],
    [' name = ASC ', { column: 'name', order: 'asc' }],
    ['name', undefined],
    ['name=up', undefined],
    ['a;drop=asc', undefined],
    [undefined, undefined],
  ])('sorts by %j as %j', (sorter, sort) => expect(parseSorter(sorter)).toEqual(sort))

  it('starts with parameters of the same name, without their quotes', () => {
    const items = [item('region'), item('kind'), item('time', 'group')]
    expect(initialValues(items, { region: "'320000'", time: 'x', other: 'y' })).toEqual({ region: '320000', kind: '' })
  })

  it('contains query fields, self_ parameters, order and page', () => {
    const sort = { column: 'name', order: 'asc' } as const
    const page = { pageNo: 2, pageSize: 10 }
    expect(dataQuery({ kind: 'gas', time_begin: '1' }, { region: "'32'", none: undefined }, sort, page)).toEqual({
      kind: 'gas',
      time_begin: '1',
      self_region: "'32'",
      column: 'name',
      order: 'asc',
      pageNo: 2,
      pageSize: 10,
    })
  })
})
