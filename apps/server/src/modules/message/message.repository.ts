import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ListFields } from '../../platform/list/list-field.ts'

const stamps: ListFields = {
  id: { expression: sql.ref('record.id'), type: 'text' },
  createBy: { expression: sql.ref('record.createBy'), type: 'text' },
  createTime: { expression: sql.ref('record.createTime'), type: 'time' },
  updateTime: { expression: sql.ref('record.updateTime'), type: 'time' },
}

export const MESSAGE_FIELDS: ListFields = {
  ...stamps,
  esTitle: { expression: sql.ref('record.esTitle'), type: 'text' },
  esType: { expression: sql.ref('record.esType'), type: 'text' },
  esReceiver: { expression: sql.ref('record.esReceiver'), type: 'text' },
  esContent: { expression: sql.ref('record.esContent'), type: 'text' },
  esSendStatus: { expression: sql.ref('record.esSendStatus'), type: 'text' },
  esSendNum: { expression: sql.ref('record.esSendNum'), type: 'number' },
  esSendTime: { expression: sql.ref('record.esSendTime'), type: 'time' },
  remark: { expression: sql.ref('record.remark'), type: 'text' },
}

export const TEMPLATE_FIELDS: ListFields = {
  ...stamps,
  templateCode: { expression: sql.ref('record.templateCode'), type: 'text' },
  templateName: { expression: sql.ref('record.templateName'), type: 'text' },
  templateType: { expression: sql.ref('record.templateType'), type: 'text' },
  templateContent: { expression: sql.ref('record.templateContent'), type: 'text' },
  useStatus: { expression: sql.ref('record.useStatus'), type: 'text' },
}

export const findTemplate = (db: Db, code: string) =>
  db.selectFrom('sysSmsTemplate').selectAll().where('templateCode', '=', code).executeTakeFirst()

/** How far a message is; nobody else sends or changes it until the transaction ends. */
export async function lockStatus(trx: Tx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('sysSms').select('esSendStatus').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.esSendStatus
}

/** Ids by user name, of those who are there. */
export async function findUserIds(db: Db, usernames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sysUser')
    .select(['id', 'username'])
    .where('username', 'in', [...usernames])
    .where('delFlag', '=', 0)
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}
