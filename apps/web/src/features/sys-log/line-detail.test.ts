import { expect, it } from 'vitest'
import { readDetail } from './line-detail.ts'

it('shows both sides of a change, with missing values empty', () => {
  const detail = { table: 'sys_position', before: { name: '甲', memo: null }, after: { name: '乙', postRank: 2 } }
  expect(readDetail(JSON.stringify(detail))).toEqual({
    changes: [
      { key: 'name', before: '甲', after: '乙' },
      { key: 'memo', before: '', after: '' },
      { key: 'postRank', before: '', after: '2' },
    ],
    rest: JSON.stringify({ table: 'sys_position' }, null, 2),
  })
})

it.each([
  ['nothing', null, { changes: [], rest: undefined }],
  ['a list', '[1]', { changes: [], rest: '[1]' }],
  ['what was cut off', '{"before":{"na', { changes: [], rest: '{"before":{"na' }],
  ['no change', '{"rows":3}', { changes: [], rest: '{\n  "rows": 3\n}' }],
])('shows %s unchanged', (_what, json, read) => {
  expect(readDetail(json)).toEqual(read)
})
