import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { UNIQUE_FIELDS } from './unique-fields.ts'

const clock = createManualClock(Date.now())
let server: TestApp
let token: string
let other: string
let userId: string

beforeAll(async () => {
  server = await buildTestApp({ clock })
  userId = await server.addUser('somebody')
  await server.addUser('other')
  token = await server.signIn('somebody')
  other = await server.signIn('other')
})
afterAll(() => server.close())

const get = async (path: string, query: Record<string, string>, by = token) =>
  (await server.call('GET', `${path}?${new URLSearchParams(query)}`, { token: by })).body
const duplicate = (query: Record<string, string>, by = token) => get('/sys/duplicate/check', query, by)
const username = { tableName: 'sys_user', fieldName: 'username' }
const TAKEN = { success: false, message: '该值不可用，系统中已存在！', result: null }

describe('[CA-77] checking whether a value is free', () => {
  it('answers for registered fields, ignoring the case of user names and e-mail addresses', async () => {
    expect(await duplicate({ ...username, fieldVal: 'nobody' })).toMatchObject({ success: true, result: null })
    expect(await duplicate({ ...username, fieldVal: 'somebody' })).toMatchObject(TAKEN)
    expect(await duplicate({ ...username, fieldVal: ' SomeBody ' })).toMatchObject(TAKEN)
    const position = { tableName: 'sys_position', fieldName: 'code' }
    expect(await duplicate({ ...position, fieldVal: 'director' })).toMatchObject(TAKEN)
    expect(await duplicate({ ...position, fieldVal: 'Director' })).toMatchObject({ success: true })
  })

  it('excludes the edited row and accepts an empty value', async () => {
    expect(await duplicate({ ...username, fieldVal: 'somebody', dataId: userId })).toMatchObject({ success: true })
    expect(await duplicate({ ...username, fieldVal: 'other', dataId: userId })).toMatchObject(TAKEN)
    expect(await duplicate({ ...username, fieldVal: 'somebody', dataId: '' })).toMatchObject(TAKEN)
    expect(await duplicate({ ...username, fieldVal: '  ' })).toMatchObject({ success: true })
    expect(await duplicate(username)).toMatchObject({ success: true })
  })

  it('counts soft-deleted rows, which can be restored', async () => {
    const id = await server.addUser('gone')
    await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', id).execute()
    expect(await duplicate({ ...username, fieldVal: 'gone' })).toMatchObject(TAKEN)
  })

  it.each(UNIQUE_FIELDS.map((field) => [field.table, field.column]))('supports %s.%s', async (tableName, fieldName) => {
    expect(await duplicate({ tableName, fieldName, fieldVal: 'no such value' }, other)).toMatchObject({ success: true })
  })

  it.each([
    ['sys_user', 'password_hash'],
    ['sys_user', 'realname'],
    ['sys_user', 'USERNAME'],
    ['sys_user', "username = '' or '1'='1"],
    ['SYS_USER', 'username'],
    ['public.sys_user', 'username'],
    ['sys_session', 'token_hash'],
    ['pg_user', 'usename'],
    ['sys_user; drop table sys_log', 'username'],
    ['__proto__', 'constructor'],
    ['', ''],
  ])('refuses %s.%s without an answer', async (tableName, fieldName) => {
    const answer = await duplicate({ tableName, fieldName, fieldVal: 'somebody' })
    expect(answer).toMatchObject({ success: false, message: '不支持的唯一性校验', result: null })
    expect(await duplicate({ tableName, fieldName, fieldVal: 'no such value' })).toMatchObject({
      message: '不支持的唯一性校验',
    })
  })

  it.each(["' or '1'='1", "x'; drop table sys_user;--", '%', '\\', '$1'])('treats %j as a value', async (fieldVal) => {
    expect(await duplicate({ ...username, fieldVal }, other)).toMatchObject({ success: true })
  })

  it('answers sixty requests a minute per user', async () => {
    clock.advance(60_000)
    const ask = async (by: string) =>
      (
        await server.call('GET', `/sys/duplicate/check?${new URLSearchParams({ ...username, fieldVal: 'x' })}`, {
          token: by,
        })
      ).status
    for (let n = 0; n < 60; n += 1) expect(await ask(token)).toBe(200)
    expect(await ask(token)).toBe(429)
    expect(await ask(other)).toBe(200)
    clock.advance(60_000)
    expect(await ask(token)).toBe(200)
  })
})

describe('[CA-78] checking a value against a rule', () => {
  const check = (value: string, ruleCode = 'station_code') =>
    get('/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) })

  it('passes, or reports the step that fails', async () => {
    expect(await check('S320500-001')).toMatchObject({ success: true, result: null })
    expect(await check('')).toMatchObject({ success: true })
    expect(await check('X320500-001')).toMatchObject({
      success: false,
      message: '站点编号应以 S 开头',
      result: { digits: '1', pattern: 'S', beginIndex: 0, endIndex: 1, checkValue: 'X', passed: false },
    })
  })

  it('decodes the value a second time, if possible', async () => {
    await server.db
      .insertInto('sysCheckRule')
      .values({
        id: 'r-1',
        ruleCode: 'percent',
        ruleName: '百分比',
        ruleJson: JSON.stringify([{ digits: '*', pattern: '(100%|苏 州)', message: '应为 100%' }]),
      })
      .execute()
    expect(await check('100%', 'percent')).toMatchObject({ success: true })
    expect(await check('苏 州', 'percent')).toMatchObject({ success: true })
    expect(await get('/sys/checkRule/checkByCode', { ruleCode: 'percent', value: '100%' })).toMatchObject({
      success: true,
    })
    expect(await check('99%', 'percent')).toMatchObject({ success: false, message: '应为 100%' })
  })

  it.each(['no_such', '', "station_code' or '1'='1", '__proto__'])('refuses the unknown rule %j', async (ruleCode) => {
    expect(await check('x', ruleCode)).toMatchObject({ success: false, message: '编码校验规则不存在', result: null })
  })

  it.each<[string, unknown]>([
    ['a pattern the engine does not know', [{ digits: '*', pattern: '(?<=a)b', message: 'x' }]],
    ['a broken pattern', [{ digits: '*', pattern: '(', message: 'x' }]],
    ['steps of another shape', [{ digits: 0, pattern: 'x' }]],
  ])('lets nothing pass with %s', async (_name, parts) => {
    await sql`insert into sys_check_rule (id, rule_name, rule_code, rule_json)
      values ('r-2', '坏', 'broken', ${JSON.stringify(parts)}::jsonb)
      on conflict (id) do update set rule_json = excluded.rule_json`.execute(server.db)
    expect(await check('b', 'broken')).toMatchObject({
      success: false,
      message: '编码校验规则无法执行，请联系管理员',
      result: null,
    })
  })

  it('refuses a value of more than four thousand characters, and checks one of four thousand quickly', async () => {
    await sql`insert into sys_check_rule (id, rule_name, rule_code, rule_json)
      values ('r-3', '慢', 'slow', '[{"digits":"*","pattern":"(a+)+b","message":"不对"}]')`.execute(server.db)
    expect(await check('a'.repeat(4_096), 'slow')).toMatchObject({ success: false, message: '不对' })
    expect(await check('a'.repeat(4_097), 'slow')).toMatchObject({ success: false, result: null })
    expect((await check('a'.repeat(4_097), 'slow')).message).toContain('最多 4096 个字符')
  })
})
