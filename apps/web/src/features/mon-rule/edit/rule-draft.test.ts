import { describe, expect, it } from 'vitest'
import { inUnit, secondsOf, unitOf } from './duration-text.ts'
import {
  bodyOfDraft,
  EMPTY_DRAFT,
  firstBranch,
  isSameDraft,
  issuesOf,
  nextCode,
  patchOfDraft,
  replaced,
  withBranch,
  withCondition,
} from './rule-draft.ts'

const BRANCH = { type: 'threshold', severity: 3, op: '>=', value: 0.5, forS: 60 } as const
const DRAFT = { ...EMPTY_DRAFT, code: 'R-0031', name: '氯气超标', branches: [BRANCH] }

describe('a draft', () => {
  it('is judged once nothing is missing', () => {
    expect(bodyOfDraft(EMPTY_DRAFT)).toBeUndefined()
    expect(bodyOfDraft(DRAFT)).toMatchObject({ place: 'public', branches: [{ value: 0.5, clearForS: 60 }] })
    expect(bodyOfDraft({ ...DRAFT, branches: [firstBranch('threshold')] })).toBeUndefined()
  })

  it('lists issues by path, in form order', () => {
    const beyond = { ...BRANCH, clearValue: 9 }
    expect(issuesOf({ ...DRAFT, name: '', branches: [BRANCH, beyond] })).toEqual([
      { path: 'name', message: '不能为空' },
      { path: 'branches.1.clearValue', message: '恢复值不能越过触发值' },
    ])
    expect(issuesOf(DRAFT)).toEqual([])
  })

  it('is equal regardless of key order, and absent equals null', () => {
    expect(
      isSameDraft(DRAFT, { ...DRAFT, branches: [{ forS: 60, value: 0.5, op: '>=', severity: 3, type: 'threshold' }] }),
    ).toBe(true)
    expect(isSameDraft(DRAFT, { ...DRAFT, escalate: undefined })).toBe(true)
    expect(isSameDraft(DRAFT, { ...DRAFT, latch: false })).toBe(false)
  })

  it('sends changes only, and clears with an empty text', () => {
    const saved = { ...DRAFT, corroborate: { neighbours: 1, radiusKm: 5 } }
    expect(patchOfDraft({ ...saved, name: '新', corroborate: null, code: 'X' }, saved)).toEqual({
      name: '新',
      corroborate: '',
    })
    expect(patchOfDraft(saved, saved)).toEqual({})
  })
})

it('the next rule has the next number, whatever the other codes', () => {
  expect(nextCode([])).toBe('R-0001')
  expect(nextCode(['R-0009', 'R-0031', 'own', 'R-x'])).toBe('R-0032')
})

it('a condition without entries is removed', () => {
  expect(withCondition({ tags: ['重点'] }, 'metricCodes', ['cl2'])).toEqual({ tags: ['重点'], metricCodes: ['cl2'] })
  expect(withCondition({ tags: ['重点'], metricCodes: ['cl2'] }, 'tags', [])).toEqual({ metricCodes: ['cl2'] })
})

describe('branches', () => {
  it('are added one level less severe than the last of their type, twenty at most', () => {
    const two = withBranch([BRANCH], 'threshold')
    expect(two).toEqual([BRANCH, { ...BRANCH, severity: 4 }])
    expect(
      withBranch(
        Array.from({ length: 20 }, () => BRANCH),
        'threshold',
      ),
    ).toHaveLength(20)
  })

  it('drop emptied values', () => {
    expect(replaced([{ ...BRANCH, clearValue: 0.4 }], 0, { clearValue: undefined })).toEqual([BRANCH])
  })
})

it.each([
  ['10', 'min', 600],
  ['90 s', 'min', 90],
  ['2小时', 's', 7_200],
  ['1.5', 'h', 5_400],
  ['1 d', 's', 86_400],
  ['', 's', undefined],
  ['-3', 's', undefined],
  ['十分钟', 's', undefined],
] as const)('a duration of %s in %s is %s s', (text, unit, seconds) => {
  expect(secondsOf(text, unit)).toBe(seconds)
})

it('durations are shown in the unit in which they are whole', () => {
  expect([0, 45, 90, 600, 3_600, 7_200].map((s) => `${inUnit(s, unitOf(s))} ${unitOf(s)}`)).toEqual([
    '0 min',
    '45 s',
    '90 s',
    '10 min',
    '60 min',
    '2 h',
  ])
})
