import { expect, it } from 'vitest'
import { diffOf } from './content-diff.ts'

it('marks the fields that differ, those that only one version has among them', () => {
  expect(
    diffOf('{"name":"甲","rank":2,"tags":["a"],"old":1}', '{"name":"乙","rank":2,"tags":["a"],"note":null}'),
  ).toEqual([
    { key: 'name', before: '甲', after: '乙', isChanged: true },
    { key: 'note', before: '', after: '', isChanged: false },
    { key: 'old', before: '1', after: '', isChanged: true },
    { key: 'rank', before: '2', after: '2', isChanged: false },
    { key: 'tags', before: '["a"]', after: '["a"]', isChanged: false },
  ])
})

it.each(['', '[1]', '{"a":', 'null'])('finds no field in %j', (json) => {
  expect(diffOf(json, json)).toEqual([])
})
