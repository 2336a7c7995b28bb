import { type DataSourceForm, type DataSourceRow, dataSourceForm } from '@natim/contract/system/data-source'
import { DATA_SOURCE_KINDS, readDataSourceUrl } from '@natim/domain/data-source'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecordImport, createRecords, type RecordSpec } from '../record/index.ts'
import { DATA_SOURCE_FIELDS } from './data-source.repository.ts'

/** 数据源. Passwords are sealed by whoever calls it. */
export const DATA_SOURCE: RecordSpec<'sysDataSource', DataSourceRow, DataSourceForm> = {
  table: 'sysDataSource',
  noun: '数据源',
  nameOf: ({ name, code }) => `${name}（${code}）`,
  component: 'system/SysDataSourceList',
  fields: DATA_SOURCE_FIELDS,
  dictionaries: ['database_type'],
  immutable: ['code'],
  hidden: ['dbPassword'],
  conflicts: { sys_data_source_code_key: 'data_source.code_in_use' },
  toRow: (record, captions) => ({
    ...record,
    dbType_dictText: captions('database_type', record.dbType),
    dbPassword: '',
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** @throws AppError data_source.url_refused */
export function assertUrl({ dbType, dbUrl }: Pick<DataSourceForm, 'dbType' | 'dbUrl'>): void {
  const address = readDataSourceUrl(dbType, dbUrl)
  if (typeof address === 'string') throw new AppError('data_source.url_refused', { data: { reason: address } })
}

/** Sheets carry no password: it is typed by hand. */
const importForm = dataSourceForm.omit({ dbPassword: true }).superRefine((form, context) => {
  const address = readDataSourceUrl(form.dbType, form.dbUrl)
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address, path: ['dbUrl'] })
})

export const createDataSourceImport = (db: Db) =>
  createRecordImport({
    db,
    records: createRecords(db, DATA_SOURCE),
    name: 'data-source',
    form: importForm,
    keyColumn: 'code',
    columns: [
      { key: 'code', title: '数据源编码', required: true, hint: '字母、数字、下划线和短横线，最多 64 位' },
      { key: 'name', title: '数据源名称', required: true },
      { key: 'remark', title: '备注' },
      { key: 'dbType', title: '数据库类型', required: true, hint: '类型名称，如 postgresql' },
      { key: 'dbDriver', title: '驱动类' },
      { key: 'dbUrl', title: '数据源地址', required: true, hint: DATA_SOURCE_KINDS['6']?.template ?? '' },
      { key: 'dbName', title: '数据库名称' },
      { key: 'dbUsername', title: '用户名' },
    ],
    dictionaries: { dbType: 'database_type' },
    example: {
      code: 'air_archive',
      name: '历史库',
      dbType: 'postgresql',
      dbUrl: 'jdbc:postgresql://db.example.org:5432/air',
      dbUsername: 'reader',
    },
  })
