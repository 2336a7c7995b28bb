import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { sealLog } from '../audit/audit-chain.ts'
import { auditVerify } from './audit-verify.ts'
import { JobFailure } from './handler.ts'

const NOW = Date.UTC(2026, 10, 21, 19, 30)
const KEY = randomBytes(32)

let server: TestApp
let dataDir: string
let keeper: string
let stopping = new AbortController()

beforeAll(async () => {
  server = await buildTestApp()
  dataDir = await mkdtemp(join(tmpdir(), 'audit-'))
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('plain')
  keeper = await server.signIn('keeper')
})
afterAll(async () => {
  await server.close()
  await rm(dataDir, { recursive: true })
})

const audit = () => ({ dataDir, key: () => KEY })
const run = () =>
  auditVerify.run({}, { db: server.db, bus: server.bus, now: () => NOW, signal: stopping.signal, audit: audit() })
const seal = () => sealLog({ db: server.db, ...audit(), now: () => NOW })
const messages = async () =>
  (await server.call('GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend?msgCategory=2', { token: keeper })).body
    .result.records

/** Tampering possible with full database privileges. */
async function tamper(content: string): Promise<void> {
  await sql`alter table sys_log disable trigger append_only`.execute(server.db)
  await sql`update sys_log set log_content = ${content} where id = (select min(log_id) from sys_log_seal)`.execute(
    server.db,
  )
  await sql`alter table sys_log enable trigger append_only`.execute(server.db)
}

it('reports the number of intact lines; a break fails every run and is reported to administrators once', async () => {
  const first = await server.db.selectFrom('sysLog').select('logContent').orderBy('id').executeTakeFirstOrThrow()
  await seal()
  expect(await run()).toMatch(/^审计日志完整，共 \d+ 条；报警处理记录完整，共 0 起$/)
  expect(await messages()).toEqual([])

  await tamper('改过的')
  await expect(run()).rejects.toThrow(JobFailure)
  await expect(run()).rejects.toThrow(/^审计日志已损坏：日志 \d+ 已被修改（此前 0 条完整）$/)
  const [told, ...more] = await messages()
  expect(more).toEqual([])
  expect(told).toMatchObject({ titile: '审计日志已损坏', priority: 'H', readFlag: '0', sender: 'system' })
  const sends = await server.db.selectFrom('sysAnnouncementSend').select('userId').execute()
  expect(sends).toHaveLength(1)

  // Intact again, then broken again: reported anew.
  await tamper(first.logContent)
  await seal()
  expect(await run()).toMatch(/^审计日志完整/)
  await tamper('又改过的')
  await expect(run()).rejects.toThrow(JobFailure)
  expect(await messages()).toHaveLength(2)
})

it('aborts when the server stops, and reports that', async () => {
  stopping = new AbortController()
  stopping.abort()
  await expect(run()).rejects.toThrow('服务正在停止，校验没有做完')
})
