import type { RecordVersion } from '@natim/contract/record'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findVersions } from './record.repository.ts'

/** The versions of a row, newest first, whoever asks. @param table by its database name: `sys_position` */
export async function versionsOf(db: Db, table: string, id: string): Promise<RecordVersion[]> {
  return (await findVersions(db, table, id)).map(({ dataVersion, dataContent, createTime, ...version }) => ({
    ...version,
    version: dataVersion,
    content: dataContent as Readonly<Record<string, unknown>>,
    createTime: toDateTimeText(createTime),
  }))
}
