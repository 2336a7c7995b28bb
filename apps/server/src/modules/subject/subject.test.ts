import { subjectForm } from '@natim/contract/mon/subject'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { createSubjects } from './subject.service.ts'

const PERSON = { personName: '赵测试', idCard: '11010119900307123X', personPhone: '13800001234' }
const FORM = {
  ageBand: '40-59',
  sex: 'female',
  smoker: false,
  consentId: 'C-0001',
  consentScope: ['screening'],
  regionCode: '130100',
  identity: PERSON,
}

let server: TestApp
let officer: string
let colleague: string
let granter: string
let auditor: string
let subject: { id: string; subjectCode: string }

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['health_officer'], regionPrefixes: ['13'] })
  await server.addUser('colleague', { roles: ['health_officer'], regionPrefixes: ['*'] })
  await server.addUser('southern', { roles: ['health_officer'], regionPrefixes: ['44'] })
  await server.addUser('granter', { roles: ['admin'] })
  await server.addUser('auditor', { roles: ['auditor'] })
  officer = await server.signIn('officer')
  colleague = await server.signIn('colleague')
  granter = await server.signIn('granter')
  auditor = await server.signIn('auditor')
  const added = await post(officer, '/mon/subject/add', FORM)
  subject = added.result
})
afterAll(() => server.close())

const post = async (token: string, path: string, body: object) =>
  (await server.call('POST', path, { token, body })).body
const get = async (token: string, path: string) => (await server.call('GET', path, { token })).body
const request = (token = officer) =>
  post(token, '/mon/reid/request', { subjectId: subject.id, reason: '流调需要联系密接者', caseNo: 'LD-2026-17' })
const approve = (id: string, token = granter, isApproved = true) =>
  post(token, '/mon/reid/approve', { id, isApproved, note: '' })
const view = (id: string, token = officer) => post(token, '/mon/reid/view', { id })
const accessLines = async () => (await get(auditor, '/mon/subject/access?pageSize=100')).result.records

describe('a person', () => {
  it('gets a random code; the identity is sealed and not in any log or version', async () => {
    expect(subject.subjectCode).toMatch(/^B-[0-9A-HJKMNP-TV-Z]{10}$/)
    const { rows } = await sql<{ sealed: string }>`
      select sealed from mon_vault.identity where subject_id = ${subject.id}`.execute(server.db)
    expect(rows[0]?.sealed).toMatch(/^v1\./)
    expect(rows[0]?.sealed).not.toContain(PERSON.idCard)
    const logged = await sql<{ text: string }>`
      select string_agg(concat_ws(' ', l::text), ' ') as text from sys_log l`.execute(server.db)
    const versions = await sql<{ text: string | null }>`
      select string_agg(v::text, ' ') as text from sys_data_log v`.execute(server.db)
    for (const secret of [...Object.values(PERSON), subject.subjectCode]) {
      expect(`${logged.rows[0]?.text} ${versions.rows[0]?.text}`).not.toContain(secret)
    }
    expect(logged.rows[0]?.text).toContain('登记受试者')
  })

  it.each([
    [{ regionCode: '130102' }, '请选择到城市'],
    [{ ageBand: '41' }, '请求参数不正确'],
    [{ identity: { ...PERSON, idCard: '123' } }, '身份证号应为 18 位'],
    [{ consentScope: [] }, '请选择同意范围'],
  ])('with %j is rejected', async (wrong, message) => {
    const answer = await post(officer, '/mon/subject/add', { ...FORM, ...wrong })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
  })

  it('of another region cannot be added or opened', async () => {
    const southern = await server.signIn('southern')
    expect((await post(southern, '/mon/subject/add', FORM)).message).toBe('未找到对应数据')
    expect((await get(southern, `/mon/subject/code?id=${subject.id}`)).message).toBe('未找到对应数据')
  })

  it('registered by a user without code permission is returned masked and not logged as access', async () => {
    const clerk = buildSessionUser('clerk', NATIONAL, ['mon:health:edit'])
    const subjects = createSubjects({ db: server.db, sealer: { seal: () => 'v1.x', open: () => '' } })
    const before = (await accessLines()).length
    const { identity: _identity, ...form } = FORM
    const made = await subjects.add({ user: clerk }, { ...subjectForm.parse(form) })
    expect(made.subjectCode).toMatch(/^B-.{4}\*{4}.{2}$/)
    expect((await accessLines()).length).toBe(before)
  })

  it('reveals the code to permitted users, with one immutable log line', async () => {
    const before = (await accessLines()).length
    expect((await get(officer, `/mon/subject/code?id=${subject.id}`)).result).toEqual({
      subjectCode: subject.subjectCode,
    })
    expect((await server.call('GET', `/mon/subject/code?id=${subject.id}`, { token: auditor })).status).toBe(403)
    const lines = await accessLines()
    expect(lines.length).toBe(before + 1)
    expect(lines[0]).toMatchObject({ userName: 'officer', kind: 'code', object: 'subject', rows: 1 })
    // The auditor sees who accessed it, but not the code.
    expect(lines[0].subjects).toEqual([expect.stringMatching(/^B-.{4}\*{4}.{2}$/)])
    for (const attack of [
      sql`delete from mon_health_access`,
      sql`update mon_health_access set user_name = 'x'`,
      sql`truncate mon_health_access`,
    ])
      await expect(attack.execute(server.db)).rejects.toThrow(/append-only/)
  })
})

describe('re-identification', () => {
  // A pending request blocks the next one.
  beforeEach(() =>
    server.db
      .updateTable('monReidRequest')
      .set({ state: 'refused', decidedBy: 'x', decidedName: 'x', decidedAt: new Date() })
      .where('state', '=', 'waiting')
      .execute(),
  )

  it('is requested with reason and case, granted by another person, viewed once, and logged', async () => {
    const { result } = await request()
    expect((await view(result.id)).message).toContain('不能查看')
    expect((await approve(result.id)).success).toBe(true)
    const seen = await view(result.id)
    expect(seen.result).toEqual({ subjectCode: subject.subjectCode, identity: PERSON })
    expect((await view(result.id)).message).toContain('已查看过')
    const [line] = await accessLines()
    expect(line).toMatchObject({ userName: 'officer', kind: 'reid', rows: 1 })
    const { records } = (await get(auditor, '/mon/reid/list')).result
    expect(records.find((row: { id: string }) => row.id === result.id)).toMatchObject({
      state: 'viewed',
      caseNo: 'LD-2026-17',
      subjectCode: expect.stringContaining('****'),
      requestedName: 'officer（测试）',
      decidedName: 'granter（测试）',
      openUntilMs: null,
    })
    expect(JSON.stringify(records)).not.toContain(subject.subjectCode)
  })

  it('shows requests of others only to those who grant or audit', async () => {
    const { result } = await request()
    const idsFor = async (token: string) =>
      (await get(token, '/mon/reid/list?pageSize=100')).result.records.map((row: { id: string }) => row.id)
    expect(await idsFor(officer)).toContain(result.id)
    expect(await idsFor(granter)).toContain(result.id)
    expect(await idsFor(auditor)).toContain(result.id)
    expect(await idsFor(colleague)).not.toContain(result.id)
  })

  it('cannot be granted by the requester', async () => {
    const { result } = await request(granter)
    expect((await approve(result.id, granter)).message).toBe('申请人与批准人不能为同一人！')
    const row = {
      decidedBy: 'same',
      requestedBy: 'same',
      state: 'approved' as const,
      decidedName: 'x',
      decidedAt: new Date(),
    }
    const forced = server.db.updateTable('monReidRequest').set(row).where('id', '=', result.id).execute()
    await expect(forced).rejects.toThrow(/mon_reid_two_people/)
  })

  it('expires after ten minutes, by the database clock', async () => {
    const { result } = await request()
    await approve(result.id)
    await sql`update mon_reid_request set decided_at = now() - interval '601 seconds' where id = ${result.id}`.execute(
      server.db,
    )
    expect((await view(result.id)).message).toContain('超过 10 分钟')
  })

  it('is shown only to the requester', async () => {
    const { result } = await request()
    await approve(result.id)
    expect((await view(result.id, colleague)).message).toBe('未找到对应数据')
    expect((await view(result.id)).success).toBe(true)
  })

  it('succeeds for one of ten concurrent views', async () => {
    const { result } = await request()
    await approve(result.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => view(result.id)))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  it('is decided once by concurrent decisions; when refused, nobody can view it', async () => {
    const { result } = await request()
    const answers = await Promise.all([approve(result.id, granter, false), approve(result.id, granter, false)])
    expect(answers.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect((await view(result.id)).success).toBe(false)
    expect((await approve(result.id)).message).toBe('该申请已处理')
  })

  it('has one pending request after two concurrent ones', async () => {
    const answers = await Promise.all([request(), request(), request()])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  })

  it('tells until when it can be viewed', async () => {
    const { result } = await request()
    await approve(result.id)
    const rowOf = async () =>
      (await get(officer, '/mon/reid/list?pageSize=100')).result.records.find(
        ({ id }: { id: string }) => id === result.id,
      )
    const { openUntilMs, decidedMs, isOwn } = await rowOf()
    expect([openUntilMs - decidedMs, isOwn]).toEqual([600_000, true])
    await sql`update mon_reid_request set decided_at = now() - interval '601 seconds' where id = ${result.id}`.execute(
      server.db,
    )
    expect((await rowOf()).openUntilMs).toBeNull()
  })

  it('of another region can be neither requested nor decided', async () => {
    const southern = await server.signIn('southern')
    expect((await request(southern)).message).toBe('未找到对应数据')
    await server.addUser('southern-admin', { roles: ['admin'], regionPrefixes: ['44'] })
    const { result } = await request()
    expect((await approve(result.id, await server.signIn('southern-admin'))).message).toBe('未找到对应数据')
  })

  it('cannot open a text sealed for another subject', async () => {
    const other = await post(officer, '/mon/subject/add', FORM)
    await sql`update mon_vault.identity as mine set sealed = other.sealed from mon_vault.identity as other
      where mine.subject_id = ${other.result.id} and other.subject_id = ${subject.id}`.execute(server.db)
    const asked = { subjectId: other.result.id, reason: '核对', caseNo: '2' }
    const { result } = await post(officer, '/mon/reid/request', asked)
    await approve(result.id)
    const seen = await view(result.id)
    expect([seen.success, JSON.stringify(seen).includes(PERSON.idCard)]).toEqual([false, false])
  })

  it('requires an existing identity and a reason', async () => {
    const { identity: _identity, ...nameless } = FORM
    const { result } = await post(officer, '/mon/subject/add', nameless)
    const asked = { subjectId: result.id, reason: '核对', caseNo: '1' }
    expect((await post(officer, '/mon/reid/request', asked)).message).toBe('该受试者没有登记身份信息')
    expect((await post(officer, '/mon/reid/request', { ...asked, reason: ' ' })).success).toBe(false)
  })
})
