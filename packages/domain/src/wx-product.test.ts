import { describe, expect, it } from 'vitest'
import {
  canWxProduct,
  findWxWords,
  isGraveWarning,
  nextWxProductState,
  publishRetryMs,
  WX_PRODUCT_ACTIONS,
  WX_PRODUCT_STATES,
  type WxProductAction,
  type WxProductState,
  warningFault,
} from './wx-product.ts'

const STATES = Object.keys(WX_PRODUCT_STATES) as WxProductState[]

describe('the states of a product', () => {
  it('change only as domain §3.14 says', () => {
    const table = Object.fromEntries(
      (Object.keys(WX_PRODUCT_ACTIONS) as WxProductAction[]).map((action) => [
        action,
        STATES.flatMap((state) => {
          const to = nextWxProductState(state, action)
          return to ? [`${state} → ${to}`] : []
        }),
      ]),
    )
    expect(table).toEqual({
      submit: ['draft → in_review', 'returned → in_review'],
      withdraw: ['in_review → draft'],
      return: ['in_review → returned'],
      approve: ['in_review → approved'],
      revise: ['approved → draft', 'failed → draft'],
      schedule: ['approved → scheduled'],
      unschedule: ['scheduled → approved'],
      retry: ['failed → scheduled'],
      recall: ['published → recalled'],
      archive: ['draft → archived', 'published → archived', 'returned → archived'],
      lose: ['failed → failed'],
      forget: ['failed → failed'],
      start: ['scheduled → publishing'],
      publish: ['publishing → published'],
      fail: ['scheduled → failed', 'publishing → failed'],
    })
  })

  it('reach published only via approval', () => {
    const before = (state: WxProductState) =>
      STATES.filter((from) =>
        (Object.keys(WX_PRODUCT_ACTIONS) as WxProductAction[]).some((a) => nextWxProductState(from, a) === state),
      )
    expect(before('published')).toEqual(['publishing'])
    expect(before('publishing')).toEqual(['scheduled'])
    expect(before('scheduled').toSorted()).toEqual(['approved', 'failed'])
    expect(canWxProduct('draft', 'publish')).toBe(false)
  })
})

describe('a warning', () => {
  const cause = (severity: number) => ({ no: 'NBC20261121-003', severity, isDrill: false })
  it.each([
    ['daily', null, undefined, undefined],
    ['warning', null, undefined, '请选择预警级别'],
    ['warning', 2, undefined, '1–2 级预警须关联一个报警或核生化事件'],
    ['warning', 3, undefined, undefined],
    ['warning', 1, 3, 'NBC20261121-003 为 3 级，预警不能高于它；单台未核实不升级'],
    ['warning', 2, 2, undefined],
    ['warning', 3, 1, undefined],
  ] as const)('%s of %s on a cause of %s: %s', (type, severity, ofCause, fault) => {
    expect(warningFault({ type, severity }, ofCause && cause(ofCause))).toBe(fault)
  })

  it('is grave up to severity 2', () => {
    expect([1, 2, 3, null].map((severity) => isGraveWarning({ type: 'warning', severity }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isGraveWarning({ type: 'daily', severity: 1 })).toBe(false)
  })
})

describe('words', () => {
  const words = [
    { word: '绝对安全', advice: '在限值以内' },
    { word: 'ABC', advice: '' },
  ]
  it.each([
    ['本地绝对安全', true],
    ['绝 对\u200b安·全', true],
    ['ａbc 型', true],
    ['安全绝对', false],
    ['', false],
  ])('%j: %s', (text, isFound) => {
    expect(findWxWords([{ where: '标题', text }], words).length > 0).toBe(isFound)
  })

  it('are reported with their position and a replacement', () => {
    expect(findWxWords([{ where: '第 2 段', text: '绝对安全' }], words)).toEqual([
      { word: '绝对安全', advice: '在限值以内', where: '第 2 段' },
    ])
  })

  it('consisting only of separators match nothing', () => {
    expect(findWxWords([{ where: '标题', text: '任何' }], [{ word: ' . ', advice: '' }])).toEqual([])
  })
})

it('waits longer after each failure, at most half an hour', () => {
  expect([0, 1, 2, 20].map(publishRetryMs)).toEqual([30_000, 60_000, 120_000, 1_800_000])
})
