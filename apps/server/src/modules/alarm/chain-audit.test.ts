import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../platform/id.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { SYSTEM } from './alarm-log.ts'
import { changeAlarms, insertAlarms } from './alarm-writer.ts'
import { auditAlarmChains } from './chain-audit.ts'

const T = new Date(Date.UTC(2026, 10, 21, 2))

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const entry = (note: string) => ({ tsMs: T.getTime(), ...SYSTEM, action: 'comment', note }) as const

async function raise(no: string): Promise<string> {
  const id = newId()
  const row = { ruleId: 'rule', ruleVersion: 1, branch: 0, dedupeKey: no, severity: 3, severityMax: 3, title: '氯气' }
  const times = { triggerTs: T, raisedTs: T, lastTs: T, judgedTs: T }
  await database.db
    .transaction()
    .execute((trx) => insertAlarms(trx, [{ id, no, ...row, ...times, entries: [entry('一'), entry('二')] }]))
  return id
}

/** What a user with full database rights can do. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    await sql`alter table mon_alarm_log disable trigger user`.execute(trx)
    await sql`alter table mon_alarm_seal disable trigger user`.execute(trx)
    await statement.execute(trx)
    await sql`alter table mon_alarm_log enable trigger user`.execute(trx)
    await sql`alter table mon_alarm_seal enable trigger user`.execute(trx)
  })
}

it('seals intact chains of alarms once, and again when they have grown', async () => {
  const id = await raise('A-1')
  await raise('A-2')
  const seals = () => database.db.selectFrom('monAlarmSeal').select(['alarmId', 'logSeq']).execute()
  expect(await auditAlarmChains(database.db)).toEqual({ isWhole: true, alarms: 2 })
  await Promise.all([auditAlarmChains(database.db), auditAlarmChains(database.db)])
  expect(await seals()).toHaveLength(2)
  const alarm = await database.db.selectFrom('monAlarm').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await database.db.transaction().execute((trx) => changeAlarms(trx, [{ alarm, set: {}, entries: [entry('三')] }]))
  expect(await auditAlarmChains(database.db)).toEqual({ isWhole: true, alarms: 2 })
  expect((await seals()).filter(({ alarmId }) => alarmId === id).map(({ logSeq }) => logSeq)).toEqual([2, 3])
})

it('detects changes behind the application: of a line, a recomputed chain, an alarm, or the seals', async () => {
  const [alarmId, no] = [await raise('A-9'), 'A-9']
  await auditAlarmChains(database.db)
  const fault = async () => (await auditAlarmChains(database.db)) as { readonly fault?: string }
  const asItWas = sql`update mon_alarm_log set note = '二' where alarm_id = ${alarmId} and seq = 2`
  await tamper(sql`update mon_alarm_log set note = '没有的事' where alarm_id = ${alarmId} and seq = 2`)
  expect(await fault()).toMatchObject({ isWhole: false, fault: `报警 ${no} 的处理记录已被修改` })
  await tamper(asItWas)
  expect(await fault()).toMatchObject({ isWhole: true })

  // A chain shortened together with its end is intact in itself.
  const lines = await database.db.selectFrom('monAlarmLog').selectAll().where('alarmId', '=', alarmId).execute()
  const first = lines.find(({ seq }) => seq === 1)
  const last = lines.find(({ seq }) => seq === 2)
  await tamper(sql`with cut as (delete from mon_alarm_log where alarm_id = ${alarmId} and seq = 2)
    update mon_alarm set log_seq = 1, log_hash = ${first?.hash} where id = ${alarmId}`)
  expect(await fault()).toMatchObject({ fault: `报警 ${no} 的处理记录已被修改` })
  // When the seal is removed as well, the log line that records it reveals it.
  const seal = await database.db
    .selectFrom('monAlarmSeal')
    .selectAll()
    .where('alarmId', '=', alarmId)
    .executeTakeFirst()
  await tamper(sql`delete from mon_alarm_seal where alarm_id = ${alarmId}`)
  expect(await fault()).toMatchObject({ fault: `报警封存批次 ${seal?.batch} 已被修改` })
  await tamper(sql`insert into mon_alarm_seal values (${alarmId}, 2, ${last?.hash}, ${seal?.batch})`)
  await tamper(
    sql`with log as (delete from mon_alarm_log where alarm_id = ${alarmId}) delete from mon_alarm where id = ${alarmId}`,
  )
  expect(await fault()).toMatchObject({ fault: `已封存的报警 ${alarmId} 已被删除` })
})
