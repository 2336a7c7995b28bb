import { expect, it } from 'vitest'
import { diffOf } from './content-diff.ts'

it('marks differing fields, including those in only one version', () => {
  expect(
    diffOf('{"name":"甲","rank":2,"tags":["a"],"old":1}', '{"name":"乙","rank":2,"tags":["a"],"note":null}'),
  ).toEqual([
    { key: 'name', before: '甲', after: '乙', isChanged: true, isStamp: false },
    { key: 'note', before: '', after: '', isChanged: false, isStamp: false },
    { key: 'old', before: '1', after: '', isChanged: true, isStamp: false },
    { key: 'rank', before: '2', after: '2', isChanged: false, isStamp: false },
    { key: 'tags', before: '["a"]', after: '["a"]', isChanged: false, isStamp: false },
  ])
})

it('does not count server stamps as changes, and puts them last', () => {
  const version = (rank: number, day: number) =>
    JSON.stringify({ updateBy: `u${day}`, updateTime: `2026-11-${day}T08:04:05.000Z`, version: day, zone: rank })
  expect(diffOf(version(1, 20), version(2, 21))).toEqual([
    { key: 'zone', before: '1', after: '2', isChanged: true, isStamp: false },
    { key: 'updateBy', before: 'u20', after: 'u21', isChanged: false, isStamp: true },
    {
      key: 'updateTime',
      before: '2026-11-20 16:04:05',
      after: '2026-11-21 16:04:05',
      isChanged: false,
      isStamp: true,
    },
    { key: 'version', before: '20', after: '21', isChanged: false, isStamp: true },
  ])
})

it.each(['', '[1]', '{"a":', 'null'])('finds no field in %j', (json) => {
  expect(diffOf(json, json)).toEqual([])
})
