import type { Db, Tx } from '../../platform/db/db.ts'

export const findTemplate = (db: Db, code: string) =>
  db.selectFrom('sysSmsTemplate').selectAll().where('templateCode', '=', code).executeTakeFirst()

/** Locks a message until the transaction ends and returns its status. */
export async function lockStatus(trx: Tx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('sysSms').select('esSendStatus').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.esSendStatus
}

/** Ids of existing users by user name. */
export async function findUserIds(db: Db, usernames: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sysUser')
    .select(['id', 'username'])
    .where('username', 'in', [...usernames])
    .where('delFlag', '=', 0)
    .execute()
  return new Map(rows.map(({ id, username }) => [username, id]))
}
