import { type DataSourceForm, dataSource } from '@natim/contract/system/data-source.resource'
import { readDataSourceUrl } from '@natim/domain/data-source'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { createResource, resourceImport, serve } from '../resource/index.ts'

/** 数据源. The caller encrypts passwords. */
export const DATA_SOURCE = serve(dataSource, {
  table: 'sysDataSource',
  hidden: ['dbPassword'],
  toRow: (row) => ({ ...row, dbPassword: '' as const }),
})

/** @throws AppError data_source.url_refused */
export function assertUrl({ dbType, dbUrl }: Pick<DataSourceForm, 'dbType' | 'dbUrl'>): void {
  const address = readDataSourceUrl(dbType, dbUrl)
  if (typeof address === 'string') throw new AppError('data_source.url_refused', { data: { reason: address } })
}

/** Sheets carry no password; it is entered manually. */
const importForm = dataSource.form.omit({ dbPassword: true }).superRefine((form, context) => {
  const address = readDataSourceUrl(form.dbType, form.dbUrl)
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address, path: ['dbUrl'] })
})

export const createDataSourceImport = (db: Db) =>
  resourceImport(db, dataSource, createResource(db, DATA_SOURCE), { form: importForm })
