import type { ReportItem, ReportSource } from '@natim/contract/system/report'
import { expect, it } from 'vitest'
import { mergeItems, mergeParams } from './report-draft.ts'

const source = (name: string, columns: Record<string, string>): ReportSource => ({
  name,
  title: name,
  columns: Object.entries(columns).map(([column, title]) => ({ name: column, title, type: 'text' })),
})
const SOURCES = [
  source('station', { code: '站点编号', name: '站点名称' }),
  source('device', { name: '设备名称', lat: '纬度' }),
]

it('takes the fields of the statement in its order, keeps settings, and drops removed fields', () => {
  const kept: ReportItem = {
    fieldName: 'code',
    fieldTxt: '编号',
    fieldType: 'text',
    align: 'center',
    isShow: true,
    isOrder: true,
    isSearch: true,
    searchMode: 'group',
    isFolded: true,
    dictCode: 'x',
  }
  const fields = [
    { fieldName: 'lat', fieldType: 'number' },
    { fieldName: 'code', fieldType: 'number' },
    { fieldName: 'name', fieldType: 'text' },
  ] as const
  const items = mergeItems([{ ...kept, fieldName: 'gone' }, kept], [...fields], SOURCES)
  expect(items.map(({ fieldName, fieldTxt, align }) => [fieldName, fieldTxt, align])).toEqual([
    ['lat', '纬度', 'right'],
    ['code', '编号', 'center'],
    // Two sources have different titles, so the name itself is used.
    ['name', 'name', 'left'],
  ])
  expect(items[1]).toEqual({ ...kept, fieldType: 'number' })
})

it('takes the placeholders of the statement and keeps their defaults', () => {
  const region = { paramName: 'region', paramTxt: '区划', paramValue: '32' }
  expect(mergeParams([region, { ...region, paramName: 'gone' }], ['kind', 'region'])).toEqual([
    { paramName: 'kind', paramTxt: '', paramValue: '' },
    region,
  ])
})
