import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { clearable, requiredText, text } from '../fields.ts'
import { defineResource, type FormOf, type RowOf } from './define-resource.ts'
import { field, instant, readOnly, stamps, writeOnly } from './field.ts'

const HEAD = {
  base: '/sys/position',
  code: 'system:position',
  title: '岗位管理',
  entityLabel: '岗位',
  measureWord: '个',
  view: 'system/PositionList',
  knownBy: ['name'],
} as const

/** Calls that every resource has. */
const PLAIN = ['create', 'get', 'history', 'list', 'remove', 'removeMany', 'restore', 'update', 'uses']

const described = defineResource({
  ...HEAD,
  fields: {
    name: field(requiredText(4), { label: '名称' }),
    remark: field(text(10).nullish(), { label: '备注' }),
    rank: field(z.coerce.number().int().min(1).default(1), { label: '级别', dictionary: 'position_rank' }),
    limit: field(clearable(z.coerce.number().max(5)), { label: '上限' }),
    secret: writeOnly(text(10).optional(), { label: '密钥' }),
    count: readOnly(z.number(), { label: '数量' }),
    seenTime: instant(),
  },
})

describe('defineResource', () => {
  it('makes a form of the writable fields', () => {
    expect(Object.keys(described.form.shape)).toEqual(['id', 'name', 'remark', 'rank', 'limit', 'secret'])
    expect(described.form.parse({ name: ' 站长 ' })).toMatchObject({ name: '站长', rank: 1 })
    expect(described.form.safeParse({ name: '' }).success).toBe(false)
    expectTypeOf<FormOf<typeof described>['rank']>().toEqualTypeOf<number>()
    expectTypeOf<FormOf<typeof described>>().not.toHaveProperty('count')
  })

  it('accepts in rows what older rules allowed, and null for optional fields', () => {
    expect(Object.keys(described.row.shape)).toEqual([
      'id',
      'name',
      'remark',
      'rank',
      'rank_dictText',
      'limit',
      'count',
      'seenTime',
    ])
    const row = { id: '1', name: '比四个字长', remark: null, rank: 0, rank_dictText: '', limit: 99, count: 0 }
    expect(described.row.parse({ ...row, seenTime: null })).toMatchObject(row)
    expect(described.row.safeParse({ ...row, seenTime: null, name: null }).success).toBe(false)
    expect(described.row.safeParse({ ...row, seenTime: null, rank: null }).success).toBe(false)
    expectTypeOf<RowOf<typeof described>['remark']>().toEqualTypeOf<string | null>()
    expectTypeOf<RowOf<typeof described>['rank']>().toEqualTypeOf<number>()
    expectTypeOf<RowOf<typeof described>['rank_dictText']>().toEqualTypeOf<string>()
    expectTypeOf<RowOf<typeof described>>().not.toHaveProperty('secret')
  })

  it('derives list filters from the schema, and offers none for fields hidden from rows', () => {
    const types = Object.fromEntries(Object.entries(described.fields).map(([key, { type }]) => [key, type]))
    expect(types).toEqual({
      name: 'text',
      remark: 'text',
      rank: 'number',
      limit: 'number',
      secret: 'none',
      count: 'number',
      seenTime: 'time',
    })
  })

  it('has exactly the calls of its capabilities', () => {
    expect(Object.keys(described.endpoints).sort()).toEqual(PLAIN)
    expect(described.imports).toBeUndefined()
    const able = defineResource({
      ...HEAD,
      fields: { name: field(requiredText(4), { label: '名称' }) },
      exports: ['name'],
      imports: { columns: ['name'], key: 'name' },
      bulkEdit: true,
      recycleBin: true,
    })
    const further = ['exportXls', 'recycled', 'restoreVersion', 'updateMany']
    expect(Object.keys(able.endpoints).sort()).toEqual([...PLAIN, ...further].sort())
    expect(able.endpoints.exportXls.access).toBe('system:position:export')
    expect(able.endpoints.restore.access).toBe('system:position:delete')
    expect(able.imports.endpoints.importExcel.access).toBe('system:position:import')
    expect([able.exports, able.imports.columns, able.imports.key]).toEqual([['name'], ['name'], 'name'])
  })

  it('leaves the layout of sheets to a module with its own', () => {
    const own = defineResource({
      ...HEAD,
      fields: { name: field(requiredText(4), { label: '名称' }) },
      exports: 'own',
      imports: 'own',
    })
    expect(Object.keys(own.endpoints)).toContain('exportXls')
    expect([own.exports, own.imports.columns]).toEqual([[], []])
    expect(own.imports.endpoints.importExcel.access).toBe('system:position:import')
  })

  it('shows labels for dictionaries and regions only', () => {
    const { row } = defineResource({
      ...HEAD,
      fields: {
        regionCode: field(text(6), { label: '区域', isRegion: true }),
        rank: readOnly(z.string(), { dictionary: 'position_rank' }),
        name: field(text(4), { label: '名称' }),
      },
    })
    expect(Object.keys(row.shape)).toEqual(['id', 'regionCode', 'regionCode_dictText', 'rank', 'rank_dictText', 'name'])
  })

  it('requires the read permission', () => {
    expect(described.endpoints.list.access).toBe('system:position:list')
    const viewed = defineResource({ ...HEAD, code: 'mon:station', read: 'view', fields: described.fields })
    expect([viewed.endpoints.list.access, viewed.endpoints.get.access]).toEqual([
      'mon:station:view',
      'mon:station:view',
    ])
    const open = defineResource({ ...HEAD, listAccess: 'signedIn', fields: { name: field(text(4), {}), ...stamps() } })
    expect(open.endpoints.list.access).toBe('signedIn')
    expect(open.endpoints.get.access).toBe('system:position:list')
  })

  it('shows the newest first unless told otherwise', () => {
    expect(described.sort).toEqual({ field: 'createTime', order: 'desc' })
  })

  it('does not compile with an unknown key, dictionary or column', () => {
    const fields = { name: field(text(4), { label: '名称' }) }
    // @ts-expect-error no such field
    defineResource({ ...HEAD, knownBy: ['nme'], fields })
    // @ts-expect-error no such column
    defineResource({ ...HEAD, fields, exports: ['nme'] })
    // @ts-expect-error sheets bring what forms take
    defineResource({ ...HEAD, fields: { ...fields, count: readOnly(z.number()) }, imports: { columns: ['count'] } })
    // @ts-expect-error no such dictionary
    field(text(4), { dictionary: 'no_such_dictionary' })
    // @ts-expect-error no such permission codes
    defineResource({ ...HEAD, code: 'system:nowhere', fields })
    // @ts-expect-error no call without the capability
    expect(described.endpoints.exportXls).toBeUndefined()
  })
})
