import { z } from 'zod'
import { clearable, requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/** 大屏: a named four-corner screen (domain §10.3). Its content is its state, which changes without a row version. */
export const wallScreen = defineResource({
  base: '/mon/wall',
  code: 'mon:wall',
  read: 'view',
  writtenWith: 'edit',
  title: '指挥大屏',
  entityLabel: '大屏',
  measureWord: '个',
  view: 'mon/wall/WallList',
  knownBy: ['name'],
  recycleBin: true,
  fields: {
    name: field(requiredText(40), { label: '名称', search: 'like', query: true, width: 240, isSortable: true }),
    staleS: field(clearable(z.coerce.number().int().min(5).max(86_400)), {
      label: '超时变灰',
      help: '超过这一时间没有新数据的数值变灰；空 = 两个上报周期',
      type: 'number',
      unit: 's',
      step: 5,
      width: 120,
    }),
    hasSound: field(z.boolean().default(false), {
      label: '报警声音',
      help: '1 级、2 级报警时发声，默认关闭',
      choices: { true: '开', false: '关' },
      type: 'none',
      width: 100,
    }),
    note: field(text(255).nullish(), { label: '说明', width: 260, isWide: true, rows: 2 }),
    /** Department whose members see it. */
    sysOrgCode: readOnly(z.string()),
    ...stamps(),
  },
})
export type WallScreenRow = RowOf<typeof wallScreen>
