import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, buildTestApp, type TestApp } from './build-app.ts'
import { digestOf } from './matrix.ts'
import { backTo, declaredResources, prepareSamples, RESOURCES, type ResourceSample } from './resource-samples.ts'

/** Every register of the contract goes through the same calls, which the resource kit guarantees. */
const DECLARED = await declaredResources()
const registers = RESOURCES.map((register) => [register.base, register] as const)
const NOT_FOUND = { success: false, message: '未找到对应数据' }
const unread = ({ unread: message }: ResourceSample) => ({ ...NOT_FOUND, ...(message && { message }) })
const STAMPS = ['updateBy', 'updateTime', 'revision']

let server: TestApp
let token: string
let count = 0

beforeAll(async () => {
  server = await buildTestApp()
  await prepareSamples(server.db)
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer['body']> {
  const answer = await server.call(method, path, { token, ...(body && { body }) })
  expect(answer.status, path).toBe(200)
  return answer.body
}

/** Adds a row; returns its id. */
async function add({ base, form }: ResourceSample, given: object = {}): Promise<string> {
  count += 1
  const answer = await ask('POST', `${base}/add`, { ...form(count), ...given })
  expect(answer).toMatchObject({ success: true, message: '添加成功！' })
  return answer.result.id
}
const rowOf = async ({ base }: ResourceSample, id: string) =>
  (await ask('GET', `${base}/queryById?id=${id}`)).result as Record<string, unknown>
const isThere = async ({ base }: ResourceSample, id: string) =>
  (await ask('GET', `${base}/queryById?id=${id}`)).success as boolean
const historyOf = async ({ base }: ResourceSample, id: string) => (await ask('GET', `${base}/history?id=${id}`)).result

async function listed(register: ResourceSample, query: Record<string, string>): Promise<string[]> {
  const path = register.list ?? `${register.base}/list`
  const { result } = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`)
  return result.records.map(({ id }: { id: string }) => id)
}
const linesOf = (id: string) =>
  server.db
    .selectFrom('sysLog')
    .selectAll()
    .where('objectId', '=', id)
    // A new credential also has a log line, without being a write of the row.
    .where('operateType', 'is not', null)
    .orderBy('id')
    .execute()

it('there is a sample form for every register of the contract, and for no other', () => {
  expect(RESOURCES.map(({ base }) => base).sort()).toEqual([...DECLARED.keys()].sort())
})

describe('adding', () => {
  it.each(registers)(
    '%s takes author and time from the session, whatever the body contains',
    async (_base, register) => {
      const id = await add(register, {
        id: 'forged',
        createBy: 'mallory',
        createTime: '1999-01-01 00:00:00',
        updateBy: 'mallory',
        sysOrgCode: 'Z99',
        delFlag: 1,
        passwordHash: 'x',
        no_such_column: { nested: ["'; drop table sys_user"] },
        __proto__: { isAdmin: true },
      })
      expect(id).not.toBe('forged')
      const row = await rowOf(register, id)
      expect(row).toMatchObject({ id, createBy: 'keeper', ...register.form(count) })
      expect(row['createTime']).toMatch(/^20[2-9]\d-/)
      expect(row['updateBy'] ?? null).not.toBe('mallory')
      expect(row['sysOrgCode'] ?? null).not.toBe('Z99')
      expect(Object.keys(row)).not.toContain('no_such_column')
      expect(await isThere(register, 'forged')).toBe(false)
    },
  )

  it.each(registers)('%s accepts numbers as text, an empty id and surrounding blanks', async (_base, register) => {
    const asText = Object.fromEntries(
      Object.entries(register.form(count + 1)).map(([key, value]) => [
        key,
        typeof value === 'number' ? String(value) : value,
      ]),
    )
    const id = await add(register, { ...asText, id: '', [register.text]: '  两边有空格  ' })
    expect(await rowOf(register, id)).toMatchObject({ ...register.form(count), [register.text]: '两边有空格' })
  })

  it.each(registers)('%s is found in its list by its text, and by a part of it', async (_base, register) => {
    const id = await add(register, { [register.text]: `列表中的第${count}条` })
    expect(await listed(register, { [register.text]: `*中的第${count - 1}条*`, pageSize: '100' })).toEqual([id])
    expect(await listed(register, { [register.text]: '*没有这样的*' })).toEqual([])
  })

  it.each(registers)('%s refuses overlong, ill-typed and non-text values, and stores nothing', async (_b, register) => {
    const before = await digestOf(server.db)
    const form = register.form(count + 1)
    for (const wrong of ['长'.repeat(100_001), 'a\u0000b', '\ud800', { $ne: 1 }, ['a'], true]) {
      const sent = { ...form, [register.text]: wrong }
      const { status, body } = await server.call('POST', `${register.base}/add`, { token, body: sent })
      const shown = JSON.stringify(wrong).slice(0, 20)
      expect([200, 400], shown).toContain(status)
      expect(body.success, shown).toBe(false)
      expect(body.message).toMatch(/\p{Script=Han}/u)
    }
    const { body } = await server.call('POST', `${register.base}/add`, { token, body: {} })
    expect(body.success).toBe(false)
    expect(await digestOf(server.db)).toBe(before)
  })
})

describe('a unique code', () => {
  const coded = registers.filter(([, register]) => Object.values(register.form(1)).includes('reg_1'))

  it.each(coded)(
    '%s refuses a duplicate with a message, and leaves the first row unchanged',
    async (_base, register) => {
      const id = await add(register)
      const first = await rowOf(register, id)
      const { success, message } = await ask('POST', `${register.base}/add`, register.form(count))
      expect(success).toBe(false)
      expect(message).toMatch(/已存在|重复/)
      if (register.duplicate) expect(message).toBe(register.duplicate)
      expect(await rowOf(register, id)).toEqual(first)
    },
  )
})

describe('editing', () => {
  it.each(registers)('%s accepts the whole row back, including labels and added columns', async (_base, register) => {
    const id = await add(register)
    const row = await rowOf(register, id)
    const sent = {
      ...row,
      [register.text]: '改后',
      some_dictText: '字',
      checked: true,
      children: null,
      createBy: 'mallory',
    }
    for (const method of ['PUT', 'POST'] as const) {
      const answer = await ask(method, `${register.base}/edit`, sent)
      expect(answer).toMatchObject({ success: true, message: '编辑成功！' })
    }
    const after = await rowOf(register, id)
    const { updateBy, updateTime, revision } = after
    expect(updateBy).toBe('keeper')
    expect(after).toEqual({ ...row, [register.text]: '改后', updateBy, updateTime, revision })
  })

  it.each(registers)('%s leaves columns alone that the body omits or sets to null', async (_base, register) => {
    const id = await add(register)
    const row = await rowOf(register, id)
    const nulls = Object.fromEntries(Object.keys(register.form(0)).map((key) => [key, null]))
    await ask('PUT', `${register.base}/edit`, { ...nulls, id, [register.text]: '只有这一项' })
    const changed = Object.entries(await rowOf(register, id)).filter(
      ([key, value]) => JSON.stringify(row[key]) !== JSON.stringify(value),
    )
    expect(changed.map(([key]) => key).filter((key) => !STAMPS.includes(key))).toEqual([register.text])
  })

  it.each(registers.filter(([, { forGood }]) => forGood))(
    '%s never changes immutable columns or the author',
    async (_base, register) => {
      const id = await add(register)
      const [field, other] = register.forGood ?? ['', '']
      const row = await rowOf(register, id)
      const stamps = { createBy: 'mallory', createTime: '1999-01-01 00:00:00' }
      await ask('PUT', `${register.base}/edit`, { id, [register.text]: '改后', [field]: other, ...stamps })
      const { createBy, createTime, [field]: kept } = row
      expect(await rowOf(register, id)).toMatchObject({ createBy, createTime, [field]: kept, [register.text]: '改后' })
    },
  )

  it.each(registers)('%s keeps two versions and restores the first', async (_base, register) => {
    const { base, text } = register
    const id = await add(register, { [text]: '第一版' })
    await ask('PUT', `${base}/edit`, { id, [text]: '第二版' })
    expect(await historyOf(register, id)).toMatchObject([
      { version: 2, operateType: 3, content: { [text]: '第二版' }, createBy: 'keeper' },
      { version: 1, operateType: 2, content: { [text]: '第一版' }, createBy: 'keeper' },
    ])
    expect(await ask('POST', backTo(register), { id, version: 1 })).toMatchObject({ success: true })
    expect(await rowOf(register, id)).toMatchObject({ id, [text]: '第一版' })
    expect(await ask('POST', backTo(register), { id, version: 9 })).toMatchObject(NOT_FOUND)
  })
})

describe('the operation log', () => {
  it.each(registers)('[SY-66] %s logs each write, with both sides of the change', async (_base, register) => {
    const { base, text, table } = register
    const id = await add(register, { [text]: '原来' })
    await ask('PUT', `${base}/edit`, { id, [text]: '后来' })
    await ask('DELETE', `${base}/delete?id=${id}`)
    const lines = await linesOf(id)
    const who = { username: 'keeper', ip: '127.0.0.1', logType: 2, success: true }
    expect(lines).toMatchObject([
      { ...who, operateType: 2, route: `/jeecg-boot${base}/add`, detail: { table, after: { [text]: '原来' } } },
      { ...who, operateType: 3, route: `/jeecg-boot${base}/edit` },
      { ...who, operateType: 4, route: `/jeecg-boot${base}/delete`, detail: { table, before: { [text]: '后来' } } },
    ])
    expect(lines[1]?.detail).toEqual({ table, before: { [text]: '原来' }, after: { [text]: '后来' } })
    expect(lines.map(({ logContent }) => logContent?.slice(0, 2))).toEqual(['新增', '编辑', '删除'])
  })
})

describe('deleting', () => {
  it.each(registers)('%s accepts ids with trailing commas, and deletes all or none', async (_base, register) => {
    const ids = [await add(register), await add(register), await add(register)]
    const remove = (value: string) => ask('DELETE', `${register.base}/deleteBatch?ids=${value}`)
    expect(await remove(`${ids[0]},nobody,${ids[1]},`)).toMatchObject(NOT_FOUND)
    for (const id of ids) expect(await isThere(register, id)).toBe(true)
    expect(await remove(`${ids.join(',,')},,`)).toMatchObject({ success: true, message: '批量删除成功！' })
    for (const id of ids) expect(await isThere(register, id)).toBe(false)
    expect(await remove(ids.join(','))).toMatchObject(NOT_FOUND)
  })

  it.each(registers)('%s is restored under its id, unchanged', async (_base, register) => {
    const { base } = register
    const id = await add(register)
    const row = await rowOf(register, id)
    expect((await ask('DELETE', `${base}/delete?id=${id}`)).message).toBe('删除成功！')
    expect(await ask('GET', `${base}/queryById?id=${id}`)).toMatchObject(unread(register))
    expect((await historyOf(register, id))[0]).toMatchObject({ operateType: 4, version: 2 })
    expect(await ask('PUT', `${base}/edit`, { id, [register.text]: '改后' })).toMatchObject(NOT_FOUND)
    expect(await ask('POST', `${base}/restore`, { id })).toMatchObject({ success: true, message: '恢复成功！' })
    const without = ({ updateBy: _by, updateTime: _at, revision: _nth, ...rest }: Record<string, unknown>) => rest
    expect(without(await rowOf(register, id))).toEqual(without(row))
    expect((await historyOf(register, id)).map(({ operateType }: { operateType: number }) => operateType)).toEqual([
      2, 4, 2,
    ])
  })

  it.each(registers)('%s answers alike for unknown and foreign ids, and changes nothing', async (_base, register) => {
    const { base, text } = register
    const foreign = await add(RESOURCES.find((other) => other !== register) ?? register)
    const before = await digestOf(server.db)
    for (const id of ['nobody', foreign, '9999999999999999999']) {
      expect(await ask('DELETE', `${base}/delete?id=${id}`), id).toMatchObject(NOT_FOUND)
      expect(await ask('DELETE', `${base}/deleteBatch?ids=${id},`), id).toMatchObject(NOT_FOUND)
      expect(await ask('PUT', `${base}/edit`, { id, [text]: '改后' }), id).toMatchObject(NOT_FOUND)
      expect(await ask('GET', `${base}/queryById?id=${id}`), id).toMatchObject(unread(register))
      expect(await ask('GET', `${base}/history?id=${id}`), id).toMatchObject(NOT_FOUND)
      expect(await ask('POST', `${base}/restore`, { id }), id).toMatchObject(NOT_FOUND)
      expect((await ask('GET', `${base}/uses?ids=${id}`)).result, id).toEqual([])
    }
    for (const ids of ['', ',', ',,', "' or '1'='1", 'a b']) {
      const query = new URLSearchParams({ ids })
      expect((await ask('DELETE', `${base}/deleteBatch?${query}`)).success, ids).toBe(false)
    }
    expect(await digestOf(server.db)).toBe(before)
  })
})

describe('the workbook', () => {
  const exported = registers.filter(([base]) => DECLARED.get(base)?.has('exportXls'))

  it.each(exported)('%s contains the selected rows as text, never as formulas', async (base, register) => {
    const texts = ['=1+1', '+1+cmd', '-2+3', '@SUM(A1)', '=HYPERLINK("x")']
    const ids: string[] = []
    for (const text of texts) ids.push(await add(register, { [register.text]: text }))
    const path = `${base}/exportXls`
    const { raw, headers } = await server.call('POST', path, { token, body: { selections: `${ids.join(',')},` } })
    expect(headers['content-type']).toContain('spreadsheetml')
    const [sheet = {}] = Object.values(read(raw, { cellFormula: true }).Sheets)
    const cells = Object.entries(sheet).flatMap(([at, cell]) => (at.startsWith('!') ? [] : [cell]))
    expect(cells.filter(({ f, t }) => f !== undefined || t === 'e')).toEqual([])
    const shown = cells.map(({ v }) => String(v))
    for (const text of texts)
      expect(
        shown.filter((value) => value.includes(text)),
        text,
      ).not.toEqual([])
    expect(utils.sheet_to_json(sheet, { header: 1 })).toHaveLength(3 + texts.length)
  })
})
