import type { RecordVersion } from '@natim/contract/record'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { findVersions } from './record.repository.ts'

/** The versions of a row made in the tenant of the reader, newest first. @param table by its database name: `sys_position` */
export async function versionsOf(
  db: Db,
  { tenantId }: SessionUser,
  table: string,
  id: string,
): Promise<RecordVersion[]> {
  return (await findVersions(db, tenantId, table, id)).map(({ dataVersion, dataContent, createTime, ...version }) => ({
    ...version,
    version: dataVersion,
    content: dataContent as Readonly<Record<string, unknown>>,
    createTime: toDateTimeText(createTime),
  }))
}
