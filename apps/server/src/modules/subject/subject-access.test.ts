import { PERMISSION_CODES } from '@natim/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import { buildSubject } from '../breath/testing/build-test.ts'
import { listAccess, noteAccess } from './access.ts'
import { refuseClosedFields, sightOf } from './mask.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const officer = buildSessionUser('officer', NATIONAL)
const clerk = buildSessionUser(
  'clerk',
  NATIONAL,
  PERMISSION_CODES.filter((code) => code !== 'mon:health:view'),
)

describe('an access log line', () => {
  it('names each person once, with the number of rows shown', async () => {
    const subjectIds = ['a', 'b', null, 'a']
    await noteAccess(database.db, { user: officer, ip: '10.0.0.7' }, sightOf(officer, true), {
      kind: 'list',
      object: 'breath_test',
      subjectIds,
    })
    const line = await database.db.selectFrom('monHealthAccess').selectAll().executeTakeFirstOrThrow()
    expect(line).toMatchObject({ userName: 'officer', ip: '10.0.0.7', subjectIds: ['a', 'b'], rows: 4 })
  })

  it('is not written for a masked read', async () => {
    const count = async () => (await database.db.selectFrom('monHealthAccess').selectAll().execute()).length
    const before = await count()
    const access = { kind: 'list', object: 'x', subjectIds: ['a'] } as const
    for (const [user, wantsOpen] of [
      [officer, false],
      [officer, undefined],
      [clerk, false],
    ] as const)
      await noteAccess(database.db, { user }, sightOf(user, wantsOpen), access)
    expect(await count()).toBe(before)
    expect(() => sightOf(clerk, true)).toThrow('没有查看受试者码与确切时间的权限')
  })

  it('lists at most twenty persons, newest line first, and masks codes', async () => {
    const people = await Promise.all(Array.from({ length: 21 }, () => buildSubject(database.db)))
    await noteAccess(database.db, { user: officer }, sightOf(officer, true), {
      kind: 'export',
      object: 'breath_test',
      subjectIds: people.map(({ id }) => id),
    })
    const { records } = await listAccess(database.db, { pageNo: 1, pageSize: 10 })
    expect(records[0]).toMatchObject({ kind: 'export', rows: 21, ip: null })
    expect(records[0]?.subjects).toHaveLength(20)
    for (const { subjectCode } of people) expect(JSON.stringify(records)).not.toContain(subjectCode)
    const { records: lists } = await listAccess(database.db, { pageNo: 1, pageSize: 10, kind: 'list' })
    expect(lists.map(({ kind }) => kind)).toEqual(['list'])
  })
})

describe('closed fields of a masked list', () => {
  const closed = { subjectCode: '受试者码' }
  it.each<[string, object, boolean]>([
    ['the field', { subjectCode: 'A' }, true],
    ['its begin', { subjectCode_begin: 'A' }, true],
    ['its end', { subjectCode_end: 'A' }, true],
    ['an order', { column: 'no,subjectCode' }, true],
    ['words that were encoded', { superQueryParams: encodeURIComponent('[{"field":"subjectCode"}]') }, true],
    ['words that were not', { superQueryParams: '[{"field":"subjectCode","val":"100%"}]' }, true],
    ['another field', { no: 'A', column: 'no' }, false],
    ['a field that only begins like it', { subjectCodeOld: 'A' }, false],
  ])('%s', (_name, query, isRefused) => {
    const ask = () => refuseClosedFields({ pageNo: 1, pageSize: 10, ...query }, closed)
    if (isRefused) expect(ask).toThrow('受试者码')
    else expect(ask).not.toThrow()
  })
})
