import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../testing/open-database.ts'
import { buildSessionUser, NATIONAL } from '../testing/session-users.ts'
import { type Change, writeChange, writeOperation } from './journal.ts'

const ACTOR = { user: buildSessionUser('keeper', NATIONAL), ip: '203.0.113.9', route: '/sys/position/edit' }
const BLANKED = '[redacted]'

let database: OpenDatabase
/** Every test uses its own row: neither log can be emptied. */
let id: string
let rows = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  rows += 1
  id = `row-${rows}`
})

const note = (change: Partial<Change>) =>
  database.db
    .transaction()
    .execute((trx) =>
      writeChange(trx, ACTOR, { table: 'sys_position', id, entityLabel: '职务', name: '甲', ...change }),
    )
const lines = () => database.db.selectFrom('sysLog').selectAll().where('objectId', '=', id).orderBy('id').execute()
const versions = () =>
  database.db
    .selectFrom('sysDataLog')
    .selectAll()
    .where('dataId', '=', id)
    .orderBy('dataTable')
    .orderBy('dataVersion')
    .execute()
const detail = async () => (await lines())[0]?.detail

describe('a change of a row', () => {
  it('is logged with user, address and route', async () => {
    await note({ after: { name: '甲' } })
    expect(await lines()).toMatchObject([
      {
        logType: 2,
        operateType: 2,
        logContent: '新增职务：甲',
        success: true,
        userId: 'user-keeper',
        username: 'keeper',
        sessionId: 'session-keeper',
        ip: '203.0.113.9',
        route: '/sys/position/edit',
        tenantId: 0,
      },
    ])
    expect(await versions()).toMatchObject([
      { dataTable: 'sys_position', dataVersion: 1, type: 'json', operateType: 2, createBy: 'keeper', tenantId: 0 },
    ])
  })

  it.each([
    ['added', undefined, { a: 1, b: null }, { after: { a: 1 } }],
    ['changed', { a: 1, b: 2 }, { a: 1, b: 3 }, { before: { b: 2 }, after: { b: 3 } }],
    ['emptied', { a: 'x' }, { a: null }, { before: { a: 'x' }, after: { a: null } }],
    ['saved as it was', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, { before: {}, after: {} }],
    [
      'changed deep inside',
      { a: { b: [1] } },
      { a: { b: [2] } },
      { before: { a: { b: [1] } }, after: { a: { b: [2] } } },
    ],
    ['deleted', { a: 1 }, undefined, { before: { a: 1 } }],
  ])('%s: logs both sides of the difference and nothing else', async (_how, before, after, expected) => {
    await note({ before, after })
    expect(await detail()).toMatchObject({ table: 'sys_position', ...expected })
    const { before: left, after: right } = (await detail()) as Record<'before' | 'after', object | undefined>
    for (const [side, row] of [
      [left, before],
      [right, after],
    ] as const) {
      expect(side === undefined).toBe(row === undefined)
    }
  })

  it('leaves audit stamps out of the difference, and keeps them in the version', async () => {
    const before = { name: '甲', createBy: 'a', createTime: 'then', updateBy: null, updateTime: null }
    const after = { ...before, name: '乙', updateBy: 'keeper', updateTime: 'now' }
    await note({ before, after })
    expect(await detail()).toEqual({ table: 'sys_position', before: { name: '甲' }, after: { name: '乙' } })
    expect((await versions()).at(-1)?.dataContent).toEqual(after)
  })

  it('first stores the previous state of a row that has no versions yet, once', async () => {
    await note({ before: { name: '旧' }, after: { name: '新' } })
    await note({ before: { name: '新' }, after: { name: '更新' } })
    expect(
      (await versions()).map(({ dataVersion, operateType, dataContent }) => [dataVersion, operateType, dataContent]),
    ).toEqual([
      [1, 0, { name: '旧' }],
      [2, 3, { name: '新' }],
      [3, 3, { name: '更新' }],
    ])
    expect(await lines()).toHaveLength(2)
  })

  it('stores the last state of a deleted row', async () => {
    await note({ after: { name: '甲' } })
    await note({ before: { name: '甲', rank: 3 } })
    expect((await versions()).map(({ operateType, dataContent }) => [operateType, dataContent])).toEqual([
      [2, { name: '甲' }],
      [4, { name: '甲', rank: 3 }],
    ])
  })

  it('contains no secret in line or version, at any depth and in any spelling', async () => {
    const secrets = (word: string) => ({
      name: word,
      password: `${word}-secret`,
      db_password: `${word}-secret`,
      'X-Access-Token': `${word}-secret`,
      params: { headers: [{ authorization: `${word}-secret` }] },
      url: `postgres://reader:${word}-secret@db/air?access_token=${word}-secret&page=2`,
    })
    await note({ before: secrets('old'), after: secrets('new') })
    const [line] = await lines()
    const [first, version] = await versions()
    expect(JSON.stringify([line, first, version])).not.toContain('-secret')
    expect(version?.dataContent).toMatchObject({
      name: 'new',
      password: BLANKED,
      params: { headers: [{ authorization: BLANKED }] },
      url: expect.stringContaining('&page=2'),
    })
  })

  it('logs that a secret changed without its values', async () => {
    await note({ before: { password: 'one', token: 'same' }, after: { password: 'two', token: 'same' } })
    expect(await detail()).toEqual({
      table: 'sys_position',
      before: { password: BLANKED },
      after: { password: BLANKED },
    })
  })

  it('leaves neither line nor version when its transaction fails', async () => {
    const failing = database.db.transaction().execute(async (trx) => {
      await writeChange(trx, ACTOR, {
        table: 'sys_position',
        id,
        entityLabel: '职务',
        name: '甲',
        after: { name: '甲' },
      })
      throw new Error('the write after it failed')
    })
    await expect(failing).rejects.toThrow('the write after it failed')
    expect([await lines(), await versions()]).toEqual([[], []])
  })
})

describe('versions', () => {
  it('are counted from 1 for each row of each table', async () => {
    for (const name of ['甲', '乙', '丙']) await note({ after: { name } })
    await note({ table: 'sys_role', after: { name: '甲' } })
    expect((await versions()).map(({ dataTable, dataVersion }) => [dataTable, dataVersion])).toEqual([
      ['sys_position', 1],
      ['sys_position', 2],
      ['sys_position', 3],
      ['sys_role', 1],
    ])
  })

  it('never share a number: a concurrent later writer fails with its whole transaction', async () => {
    await note({ after: { name: '甲' } })
    const results = await Promise.allSettled(
      ['乙', '丙', '丁'].map((name) => note({ before: { name: '甲' }, after: { name } })),
    )
    const written = results.filter(({ status }) => status === 'fulfilled').length
    const numbers = (await versions()).map(({ dataVersion }) => dataVersion)
    expect(numbers).toEqual(Array.from({ length: written + 1 }, (_, index) => index + 1))
    expect(await lines()).toHaveLength(written + 1)
  })

  it('cannot be changed or deleted', async () => {
    await note({ after: { name: '甲' } })
    const { db } = database
    await expect(db.deleteFrom('sysDataLog').where('dataId', '=', id).execute()).rejects.toThrow()
    await expect(
      db.updateTable('sysDataLog').set({ dataVersion: 9 }).where('dataId', '=', id).execute(),
    ).rejects.toThrow()
    expect(await versions()).toMatchObject([{ dataVersion: 1, dataContent: { name: '甲' } }])
  })
})

describe('an operation that changes no row', () => {
  it('is logged with the given text, without a version', async () => {
    await writeOperation(database.db, ACTOR, {
      content: '重置密码：duty',
      objectId: id,
      operateType: 3,
      detail: { newPassword: 'hunter2-secret', count: 1 },
    })
    expect(await lines()).toMatchObject([
      { logType: 2, logContent: '重置密码：duty', operateType: 3, username: 'keeper', detail: { count: 1 } },
    ])
    expect(JSON.stringify(await lines())).not.toContain('-secret')
    expect(await versions()).toEqual([])
  })
})
