import { z } from 'zod'
import { requiredText, text } from '../fields.ts'
import { defineResource, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/** Minimum review state of published data. */
export const PUBLICATION_LEVELS = { raw: '实时数据', reviewed: '已审数据', approved: '已批数据' } as const
export type PublicationLevel = keyof typeof PUBLICATION_LEVELS

export const OPEN_FORMATS = { json: 'JSON', csv: 'CSV' } as const
export type OpenFormat = keyof typeof OPEN_FORMATS

const STATUS = { on: '启用', off: '停用' } as const
const MAX_DELAY_MIN = 525_600

/** 发布: data sets available to API tokens. The sets are shipped because tokens refer to them. */
export const publication = defineResource({
  base: '/mon/publication',
  code: 'mon:publication',
  read: 'view',
  title: '发布',
  entityLabel: '发布',
  measureWord: '项',
  view: 'mon/report/PublicationList',
  knownBy: ['name'],
  sort: { field: 'createTime', order: 'asc' },
  hasFixedRows: true,
  fields: {
    name: field(requiredText(80), { label: '名称', search: 'like', width: 160 }),
    status: field(z.enum(['on', 'off'], '请选择状态'), {
      label: '状态',
      help: '停用后，使用它的令牌都不能读取',
      choices: STATUS,
      search: 'eq',
      width: 80,
    }),
    level: readOnly(z.enum(['raw', 'reviewed', 'approved']), {
      label: '数据级别',
      choices: PUBLICATION_LEVELS,
      width: 100,
    }),
    delayMin: field(z.coerce.number().int().min(0).max(MAX_DELAY_MIN, '最长 525600 分钟（365 天）'), {
      label: '延迟',
      help: '数据时间之后多久可以读取',
      unit: 'min',
      decimals: 0,
      width: 100,
    }),
    formats: field(
      z
        .array(z.enum(['json', 'csv']))
        .min(1, '请选择格式')
        .max(2),
      {
        label: '格式',
        type: 'none',
        width: 120,
      },
    ),
    metrics: field(z.array(requiredText(32)).max(200, '最多 200 个因子'), {
      label: '监测因子',
      help: '不选则为全部可发布的因子；呼气、生命体征与核生化数据从不发布',
      type: 'none',
      width: 200,
    }),
    remark: field(text(300).nullish(), { label: '备注', isWide: true, width: 240 }),
    ...stamps({ createTime: 'chosen' }),
  },
})
export type PublicationRow = RowOf<typeof publication>
