import { dataSourceEndpoints, dataSourceForm } from '@natim/contract/system/data-source'
import { dataSourceImportEndpoints } from '@natim/contract/system/import'
import * as R from '@/resource/index.ts'
import { KindControl, PasswordControl } from './data-source-inputs.tsx'

/** 数据源: databases that reports read from. */
export const dataSource = R.defineResource({
  title: '多数据源管理',
  noun: '数据源',
  counter: '个',
  endpoints: dataSourceEndpoints,
  imports: dataSourceImportEndpoints,
  form: dataSourceForm,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: {
    code: {
      label: '数据源编码',
      search: 'like',
      query: true,
      width: 160,
      isSortable: true,
      help: '保存后不能修改',
      refusals: ['data_source.code_in_use'],
    },
    name: { label: '数据源名称', search: 'like', query: true, width: 180, isSortable: true },
    dbType: {
      label: '数据库类型',
      search: 'eq',
      width: 120,
      isSortable: true,
      widget: { ...R.dictWidget('database_type'), Control: KindControl },
    },
    dbDriver: { label: '驱动类', width: 220, shown: 'chosen' },
    dbUrl: {
      label: '数据源地址',
      width: 320,
      isWide: true,
      help: '主机须在服务器的 DATA_SOURCE_HOSTS 名单中才能连接',
      refusals: ['data_source.url_refused'],
    },
    dbName: { label: '数据库名称', query: true, width: 130 },
    dbUsername: { label: '用户名', width: 110 },
    dbPassword: {
      label: '密码',
      shown: 'chosen',
      help: '加密保存，不再显示；编辑时留空表示不修改',
      render: () => '••••••',
      widget: { kind: 'text', Control: PasswordControl },
    },
    remark: { label: '备注', width: 180, isWide: true, shown: 'wide' },
    createTime: { label: '创建时间', width: 160, isSortable: true, shown: 'wide' },
  },
})
