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

it('names the fields that differ, on both sides, without what changes by itself', () => {
  const older = version({ id: '1', name: '甲', rank: '2', tags: ['a'], updateTime: 'x', remark: null })
  const newer = version({ id: '1', name: '乙', rank: '2', tags: ['a', 'b'], updateTime: 'y', remark: '' })
  expect(changesOf(newer, older)).toEqual([
    { key: 'name', before: '甲', after: '乙' },
    { key: 'tags', before: ['a'], after: ['a', 'b'] },
  ])
})

it('takes an empty list for nothing', () => {
  expect(changesOf(version({ tags: [] }), version({ tags: null }))).toEqual([])
})

it('says how a row stood before its first noted change', () => {
  expect(verbOf({ ...version({}), operateType: 0 }, undefined)).toBe('原有')
})

it('has everything the first version was filled with, and what a version lost', () => {
  expect(changesOf(version({ id: '1', name: '甲', rank: null }), undefined)).toEqual([
    { key: 'name', before: undefined, after: '甲' },
  ])
  expect(changesOf(version({}), version({ name: '甲' }))).toEqual([{ key: 'name', before: '甲', after: undefined }])
})
