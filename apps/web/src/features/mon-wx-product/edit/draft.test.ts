import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { buildDetail } from '../testing/build-product.ts'
import {
  askable,
  draftFault,
  draftOf,
  emptyDraft,
  freshId,
  isSnapshotOf,
  moveBlock,
  newBlock,
  templateOf,
} from './draft.ts'
import { diffLines, linesOf } from './text-diff.ts'

const NOW = parseGmt8('2026-11-21 08:30:00') ?? 0

describe('a draft', () => {
  it('starts with the template of its type, for the last complete day', () => {
    const blocks = templateOf('weekly', NOW)
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'air', 'alarms'])
    expect(blocks[1]).toMatchObject({ toMs: parseGmt8('2026-11-21 00:00:00') })
    expect(blocks[2]).toMatchObject({ days: 7 })
    expect(newBlock('curve', 'x', NOW)).toMatchObject({ toMs: parseGmt8('2026-11-21 07:00:00') })
  })

  it('lists what is missing, in page order', () => {
    const draft = emptyDraft(NOW)
    const image = newBlock('image', 'b4', NOW)
    const curve = newBlock('curve', 'b5', NOW)
    expect(draftFault(draft)).toBe('请填写标题')
    expect(draftFault({ ...draft, title: '甲', type: 'warning' })).toBe('请选择预警级别')
    expect(draftFault({ ...draft, title: '甲', blocks: [image] })).toBe('请为第 1 段上传图片，或删除该段')
    expect(draftFault({ ...draft, title: '甲', blocks: [curve] })).toBe('请为第 1 段选择地点')
    expect(draftFault({ ...draft, title: '甲' })).toBeUndefined()
    expect(askable([...draft.blocks, curve]).map(({ type }) => type)).toEqual(['air', 'alarms'])
  })

  it('moves its blocks within bounds and gives each a new id', () => {
    const blocks = emptyDraft(NOW).blocks
    expect(moveBlock(blocks, 0, 1).map(({ id }) => id)).toEqual(['b2', 'b1', 'b3'])
    expect(moveBlock(blocks, 0, -1)).toEqual(blocks)
    expect(moveBlock(blocks, 2, 1)).toEqual(blocks)
    expect(freshId(blocks)).toBe('b4')
    expect(freshId([])).toBe('b1')
  })

  it('knows whether the stored figures match it', () => {
    const stored = buildDetail()
    const draft = draftOf(stored)
    expect(isSnapshotOf(draft, stored)).toBe(true)
    expect(isSnapshotOf({ ...draft, regionCode: '320000' }, stored)).toBe(false)
    const changed = draft.blocks.map((block) => (block.type === 'air' ? { ...block, rows: 3 } : block))
    expect(isSnapshotOf({ ...draft, blocks: changed }, stored)).toBe(false)
    expect(isSnapshotOf(draft, undefined)).toBe(false)
  })
})

describe('a comparison', () => {
  it('compares the text that readers see', () => {
    expect(linesOf(buildDetail())).toEqual([
      '空气质量日报',
      '昨日总体良好',
      '概况',
      '第一段',
      '- 甲',
      '空气质量日报 2026-11-20',
      '共 2 个城市。',
      '南京  55',
    ])
  })

  it('keeps common lines and marks the rest', () => {
    expect(diffLines(['甲', '乙', '丙'], ['甲', '丙', '丁']).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same 甲',
      'removed 乙',
      'same 丙',
      'added 丁',
    ])
    expect(diffLines([], ['甲'])).toEqual([{ kind: 'added', text: '甲' }])
    expect(diffLines(['甲'], [])).toEqual([{ kind: 'removed', text: '甲' }])
  })
})
