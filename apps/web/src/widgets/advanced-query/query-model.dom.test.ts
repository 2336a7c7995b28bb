import { QUERY_MATCHES, QUERY_RULES } from '@natim/contract/constants'
import { filledLines, type QueryLine } from '@natim/contract/super-query'
import { describe, expect, it } from 'vitest'
import { addLine, changeLine, newDraft, removeLine } from './query-draft.ts'
import {
  fieldTree,
  findField,
  type QueryField,
  RULE_CAPTIONS,
  restored,
  rulesOf,
  valuesOf,
  withField,
  withRule,
} from './query-field.ts'
import { dropQuery, keepQuery, savedQueries } from './saved-queries.ts'

const popup = { code: 'device', orgFields: 'id', destFields: 'id' }
const FULL: QueryField = {
  field: 'kind',
  label: '类型',
  type: 'list',
  dbType: 'int',
  options: [{ value: 'gas', text: '气体' }],
  dictCode: 'mon_device_kind',
  dictTable: 'mon_station',
  dictText: 'name',
  customReturnField: 'id',
  popup,
  extendOption: ['1', '0'],
  formatStr: 'YYYY',
}
const FIELDS: readonly QueryField[] = [
  { field: 'name', label: '名称' },
  FULL,
  { field: 'channel', label: '通道', children: [{ field: 'name', label: '名称', type: 'text' }] },
]

describe('choosing a field', () => {
  it('[WG-154] [CO-53] copies its traits to the line and clears the value', () => {
    const { label: _label, ...traits } = FULL
    const line: QueryLine = { field: 'name', rule: 'eq', val: '江北', type: 'text' }
    expect(withField(line, 'kind', FIELDS)).toEqual({ ...traits, rule: 'eq' })
    expect(withField(withField(line, 'kind', FIELDS), 'name', FIELDS)).toEqual({ field: 'name', rule: 'eq' })
  })

  it('keeps the rule when it applies to the field', () => {
    expect(withField({ rule: 'in' }, 'kind', FIELDS).rule).toBe('in')
    expect(withField({ rule: 'like' }, 'kind', FIELDS).rule).toBe('eq')
  })

  it('[WG-154] leaving the rule in keeps only the first value', () => {
    const line: QueryLine = { field: 'name', rule: 'in', val: ['a', 'b'] }
    expect(withRule(line, 'eq')).toEqual({ field: 'name', rule: 'eq', val: 'a' })
    expect(withRule({ ...line, val: [] }, 'eq').val).toBeUndefined()
    expect(withRule({ field: 'name', rule: 'eq', val: 'a' }, 'like').val).toBe('a')
    expect(withRule({ field: 'name', rule: 'eq', val: 'a' }, 'in').val).toEqual(['a'])
  })
})

describe('rules', () => {
  it('[CO-21] are ten, joined by and or or, each with a label', () => {
    expect(QUERY_RULES).toEqual(['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le'])
    expect(QUERY_MATCHES).toEqual(['and', 'or'])
    expect(QUERY_RULES.map((rule) => RULE_CAPTIONS[rule]).every((caption) => /[一-龥]/.test(caption))).toBe(true)
    expect(rulesOf({})).toEqual(QUERY_RULES)
  })

  it('exclude those that do not apply to the type', () => {
    expect(rulesOf({ type: 'number' })).not.toContain('like')
    expect(rulesOf({ type: 'list' })).toEqual(['eq', 'ne', 'in'])
    expect(rulesOf({ type: 'something new' })).toEqual(QUERY_RULES)
  })
})

describe('fields', () => {
  it('form a tree; those of a sub-table are sent with its name', () => {
    expect(fieldTree(FIELDS)[2]).toEqual({
      value: 'channel',
      title: '通道',
      selectable: false,
      children: [{ value: 'channel,name', title: '名称', selectable: true }],
    })
    expect(findField(FIELDS, 'channel,name')?.caption).toBe('通道 / 名称')
    expect(findField(FIELDS, 'channel')).toBeUndefined()
    expect(findField(FIELDS, 'gone')).toBeUndefined()
  })

  it('are restored to a line saved without their traits', () => {
    const line = withRule(withField({ rule: 'in' }, 'kind', FIELDS), 'in')
    const [sent] = filledLines([{ ...line, val: ['gas', 'bio'] }])
    expect(sent?.val).toBe('gas,bio')
    expect(restored(sent as QueryLine, FIELDS)).toEqual({ ...line, val: ['gas', 'bio'] })
    expect(restored({ field: 'gone', rule: 'eq', val: 'x', type: 'int' }, FIELDS)).toEqual({
      field: 'gone',
      rule: 'eq',
      val: 'x',
      type: 'int',
    })
  })

  it.each([
    [undefined, []],
    ['', []],
    [0, ['0']],
    ['a', ['a']],
    [
      ['a', '', 1],
      ['a', '1'],
    ],
  ])('with value %j have %j', (val, values) => expect(valuesOf({ val })).toEqual(values))
})

describe('a draft', () => {
  it('starts with one empty line of rule eq', () => {
    expect(newDraft()).toEqual({ matchType: 'and', lines: [{ id: 1, line: { rule: 'eq' } }], nextId: 2 })
  })

  it('adds a line below another, removes lines, and always keeps one', () => {
    let draft = addLine(addLine(newDraft()), 1)
    expect(draft.lines.map(({ id }) => id)).toEqual([1, 3, 2])
    draft = changeLine(draft, 3, { field: 'name', rule: 'eq', val: 'x' })
    expect(draft.lines[1]?.line.val).toBe('x')
    for (const id of [1, 2, 3]) draft = removeLine(draft, id)
    expect(draft.lines).toEqual([{ id: 4, line: { rule: 'eq' } }])
  })
})

describe('saved queries', () => {
  const query = { title: '近期', matchType: 'or', records: [{ field: 'name', rule: 'eq', val: 'a' }] } as const

  it('[CO-21] [CO-53] are saved by route with title, match type and records', () => {
    expect(keepQuery('/a', query)).toEqual([query])
    const stored = JSON.parse(localStorage.getItem('ADVANCED_QUERY:/a') ?? '{}') as { value: object[] }
    expect(stored.value.map((kept) => Object.keys(kept))).toEqual([['title', 'matchType', 'records']])
    expect(savedQueries('/a')).toEqual([query])
    expect(savedQueries('/b')).toEqual([])
    keepQuery('/a', { ...query, title: '其他' })
    expect(keepQuery('/a', { ...query, matchType: 'and' }).map(({ title, matchType }) => [title, matchType])).toEqual([
      ['近期', 'and'],
      ['其他', 'or'],
    ])
    expect(dropQuery('/a', '近期').map(({ title }) => title)).toEqual(['其他'])
  })

  it('omit invalid entries', () => {
    localStorage.setItem('ADVANCED_QUERY:/a', JSON.stringify({ value: [query, null, { title: 1 }], expire: null }))
    expect(savedQueries('/a')).toEqual([query])
  })
})
