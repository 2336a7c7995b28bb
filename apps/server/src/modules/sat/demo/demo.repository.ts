import type { DemoSatellite } from '@natim/demo/satellites'
import type { Db } from '../../../platform/db/db.ts'

interface Person {
  readonly username: string
  readonly realname: string
  readonly orgCode: string
}

export interface DemoPeople {
  readonly planner: Person
  readonly approver: Person
}

async function findHolder(db: Db, ...roleCodes: readonly string[]): Promise<Person | undefined> {
  const row = await db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select(['person.username', 'person.realname', 'person.orgCode'])
    .where('role.roleCode', 'in', [...roleCodes])
    .where('person.createBy', '=', 'demo')
    .orderBy('person.workNo')
    .limit(1)
    .executeTakeFirst()
  return row?.orgCode
    ? { username: row.username, realname: row.realname ?? row.username, orgCode: row.orgCode }
    : undefined
}

/** Requester and approver in the demonstration; undefined if the network lacks them. */
export async function findDemoPeople(db: Db): Promise<DemoPeople | undefined> {
  const planner = await findHolder(db, 'sat_planner')
  const approver = await findHolder(db, 'nat_duty', 'prov_duty')
  return planner && approver ? { planner, approver } : undefined
}

export interface NewSatellite extends DemoSatellite {
  readonly id: string
  readonly noradId: number
  readonly tleEpoch: Date
  readonly remark: string
}

export async function insertSatellites(db: Db, satellites: readonly NewSatellite[]): Promise<void> {
  await db
    .insertInto('monSatellite')
    .values(satellites.map((satellite) => ({ ...satellite, createBy: 'demo' })))
    .execute()
}

/** Next due time of a task, epoch ms. */
export async function findLookAt(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('monSatTask').select('lookAt').where('id', '=', id).executeTakeFirst()
  return row?.lookAt?.getTime()
}
