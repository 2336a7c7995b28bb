import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { optionalId, requiredText, text } from '../fields.ts'
import { recordEndpoints } from '../record.ts'

/** 数据源 (contract/20 §10). */
export const dataSourceRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
  dbType: z.string(),
  dbType_dictText: z.string(),
  dbDriver: z.string().nullable(),
  dbUrl: z.string(),
  dbName: z.string().nullable(),
  dbUsername: z.string().nullable(),
  /** Always empty: a password is kept, never shown. Sent back empty it stays what it is. */
  dbPassword: z.literal(''),
  sysOrgCode: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type DataSourceRow = z.output<typeof dataSourceRow>

/** Reports name a data source by its code, which is for good. */
export const dataSourceForm = z.object({
  id: optionalId,
  code: requiredText(64).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  name: requiredText(100),
  /** Dictionary database_type. */
  dbType: requiredText(2),
  dbDriver: text(100).nullish(),
  dbUrl: requiredText(500),
  dbName: text(100).nullish(),
  dbUsername: text(100).nullish(),
  /** Not trimmed: blanks may belong to it. */
  dbPassword: z.string().max(200, '最多 200 个字符').nullish(),
  remark: text(255).nullish(),
})
export type DataSourceForm = z.output<typeof dataSourceForm>

export const dataSourceEndpoints = recordEndpoints({
  base: '/sys/dataSource',
  code: 'system:dataSource',
  row: dataSourceRow,
  form: dataSourceForm,
})

export const dataSourceExtraEndpoints = defineEndpoints({
  options: {
    method: 'GET',
    path: '/sys/dataSource/options',
    access: 'system:dataSource:list',
    result: z.array(z.object({ value: z.string(), label: z.string(), text: z.string() })),
  },
  /** Connects once. With an id and no password, the stored one of that row is used, where nothing else was changed. */
  test: {
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    access: 'system:dataSource:test',
    body: dataSourceForm.omit({ code: true, name: true, remark: true }),
    result: z.null(),
  },
})
