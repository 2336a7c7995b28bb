import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import { expect, it } from 'vitest'
import { changesOf, verbOf } from './record-changes.ts'

const version = (content: RowVersion['content']): RowVersion => ({
  id: 'v',
  version: 1,
  operateType: 3,
  content,
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
})

it('returns the fields that differ with both values, without automatic fields', () => {
  const older = version({ id: '1', name: '甲', rank: '2', tags: ['a'], updateTime: 'x', remark: null })
  const newer = version({ id: '1', name: '乙', rank: '2', tags: ['a', 'b'], updateTime: 'y', remark: '' })
  expect(changesOf(newer, older)).toEqual([
    { key: 'name', before: '甲', after: '乙' },
    { key: 'tags', before: ['a'], after: ['a', 'b'] },
  ])
})

it('treats an empty list as empty', () => {
  expect(changesOf(version({ tags: [] }), version({ tags: null }))).toEqual([])
})

it('labels the state before the first recorded change', () => {
  expect(verbOf({ ...version({}), operateType: 0 }, undefined)).toBe('原有')
})

it('returns all filled fields of the first version, and fields a version lost', () => {
  expect(changesOf(version({ id: '1', name: '甲', rank: null }), undefined)).toEqual([
    { key: 'name', before: undefined, after: '甲' },
  ])
  expect(changesOf(version({}), version({ name: '甲' }))).toEqual([{ key: 'name', before: '甲', after: undefined }])
})
