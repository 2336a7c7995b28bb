import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export interface DemoPerson {
  readonly username: string
  readonly realname: string
  readonly orgCode: string
}

async function findHolder(db: Db, roleCodes: readonly string[], except: readonly string[]) {
  const row = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select(['person.username', 'person.realname', 'person.orgCode'])
    .where('role.roleCode', 'in', [...roleCodes])
    .where('person.createBy', '=', 'demo')
    .where(sql<boolean>`'*' = any(person.region_prefixes)`)
    .where(sql<boolean>`not person.username = any(${[...except]}::text[])`)
    .orderBy('person.workNo')
    .limit(1)
    .executeTakeFirst()
  return row?.orgCode
    ? { username: row.username, realname: row.realname ?? row.username, orgCode: row.orgCode }
    : undefined
}

/** Author, reviewer and approver of warnings in the demonstration; undefined if the network lacks them. */
export async function findDemoPeople(db: Db) {
  const editor = await findHolder(db, ['wx_editor'], [])
  const reviewer = await findHolder(db, ['wx_reviewer'], [])
  if (editor === undefined || reviewer === undefined) return undefined
  const officer = (await findHolder(db, ['nat_duty', 'prov_duty'], [editor.username])) ?? reviewer
  return { editor, reviewer, officer }
}

/** The most severe alarm of some days whose title contains a word. */
export async function findAlarmAbout(db: Db, word: string, from: Date, to: Date) {
  return db
    .selectFrom('monAlarm')
    .select(['id', 'no', 'severity'])
    .where('title', 'like', `%${word}%`)
    .where('triggerTs', '>', from)
    .where('triggerTs', '<=', to)
    .where('drill', '=', false)
    .orderBy('severity')
    .orderBy('triggerTs')
    .limit(1)
    .executeTakeFirst()
}

/** Creator of products that are never published, whatever account is configured. */
export const DEMO_MAKER = 'demo'

export const markAsDemo = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('monWxProduct')
    .set({ createBy: DEMO_MAKER })
    .where('id', 'in', [...ids])
    .execute()
