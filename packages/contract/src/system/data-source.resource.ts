import { DATA_SOURCE_KINDS } from '@natim/domain/data-source'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { codeText, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from '../resource/define-resource.ts'
import { field, readOnly, stamps } from '../resource/field.ts'

/** 数据源 (contract/20 §10): databases that reports read from, referenced by code. */
export const dataSource = defineResource({
  base: '/sys/dataSource',
  code: 'system:dataSource',
  title: '多数据源管理',
  entityLabel: '数据源',
  measureWord: '个',
  view: 'system/SysDataSourceList',
  knownBy: ['name', 'code'],
  // Excludes the password.
  exports: ['code', 'name', 'remark', 'dbType', 'dbDriver', 'dbUrl', 'dbName', 'dbUsername'],
  imports: { columns: ['code', 'name', 'remark', 'dbType', 'dbDriver', 'dbUrl', 'dbName', 'dbUsername'], key: 'code' },
  fields: {
    code: field(codeText(64), {
      label: '数据源编码',
      query: true,
      width: 160,
      isSortable: true,
      isImmutable: true,
      unique: 'data_source.code_in_use',
      hint: '字母、数字、下划线和短横线，最多 64 位',
      example: 'air_archive',
    }),
    name: field(requiredText(100), {
      label: '数据源名称',
      search: 'like',
      query: true,
      width: 180,
      isSortable: true,
      example: '历史库',
    }),
    dbType: field(requiredText(2), {
      label: '数据库类型',
      dictionary: 'database_type',
      search: 'eq',
      width: 120,
      isSortable: true,
      hint: '类型名称，如 postgresql',
      example: 'postgresql',
    }),
    dbDriver: field(text(100).nullish(), { label: '驱动类', width: 220, shown: 'chosen' }),
    dbUrl: field(requiredText(500), {
      label: '数据源地址',
      width: 320,
      isWide: true,
      help: '主机须在服务器的 DATA_SOURCE_HOSTS 名单中才能连接',
      refusals: ['data_source.url_refused'],
      hint: DATA_SOURCE_KINDS['6']?.template ?? '',
      example: 'jdbc:postgresql://db.example.org:5432/air',
    }),
    dbName: field(text(100).nullish(), { label: '数据库名称', query: true, width: 130 }),
    dbUsername: field(text(100).nullish(), { label: '用户名', width: 110, example: 'reader' }),
    /** Write-only: rows return it empty, and an empty value leaves it unchanged. Blanks are significant. */
    dbPassword: {
      ...field(z.string().max(200, '最多 200 个字符').nullish(), {
        type: 'none',
        label: '密码',
        shown: 'chosen',
        help: '加密保存，不再显示；编辑时留空表示不修改',
      }),
      row: () => z.literal(''),
    },
    remark: field(text(255).nullish(), { label: '备注', width: 180, isWide: true, shown: 'wide' }),
    sysOrgCode: readOnly(z.string().nullable()),
    ...stamps({ createBy: 'chosen', createTime: 'wide' }),
  },
})
export type DataSourceRow = RowOf<typeof dataSource>
export type DataSourceForm = FormOf<typeof dataSource>

export const dataSourceExtraEndpoints = defineEndpoints({
  options: {
    method: 'GET',
    path: '/sys/dataSource/options',
    access: 'system:dataSource:list',
    result: z.array(z.object({ value: z.string(), label: z.string(), text: z.string() })),
  },
  /** Test connection. With an id and no password the stored password is used, if nothing else was changed. */
  test: {
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    access: 'system:dataSource:test',
    body: dataSource.form.omit({ code: true, name: true, remark: true }),
    result: z.null(),
  },
})
