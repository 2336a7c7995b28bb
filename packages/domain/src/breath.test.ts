import { describe, expect, it } from 'vitest'
import {
  type BreathAction,
  type BreathStatus,
  gatesOf,
  invalidReason,
  isSecondPerson,
  netOf,
  nextStatus,
  VERDICT_WORDS,
  verdictOf,
} from './breath.ts'
import { BREATH_PANEL, bandOf, readAgainstBand } from './breath-bands.ts'
import { parseBreathResult } from './breath-result.ts'
import { metricByCode } from './metrics.ts'
import { AGE_BANDS } from './subject.ts'

const GOOD = { etco2: 4.6, volumeMl: 512, ambientVoc: 84 }

describe('adequacy of a sample', () => {
  it.each([
    [{}, undefined],
    [{ etco2: 3 }, undefined],
    [{ etco2: 2.99 }, '呼气末 CO₂ 2.99 %vol，低于下限 3'],
    [{ volumeMl: 300 }, undefined],
    [{ volumeMl: 299 }, '采样容积 299 mL，低于下限 300'],
    [{ ambientVoc: 200 }, undefined],
    [{ ambientVoc: 201 }, '环境 VOC 本底 201 ppb，高于上限 200'],
    [{ etco2: null }, '呼气末 CO₂未测得'],
    [{ etco2: 1, volumeMl: 10 }, '呼气末 CO₂ 1 %vol，低于下限 3'],
  ])('fails with %j', (change, reason) => {
    const sample = { ...GOOD, ...change }
    expect(invalidReason(sample)).toBe(reason)
    expect(gatesOf(sample).every(({ passes }) => passes)).toBe(reason === undefined)
  })
})

describe('a verdict', () => {
  const model = { cutOff: 0.62, doubtFrom: 0.5 }
  it.each([
    [0, 'neg'],
    [0.499, 'neg'],
    [0.5, 'indeterminate'],
    [0.619, 'indeterminate'],
    [0.62, 'presumptive'],
    [1, 'presumptive'],
  ])('of %d is %s', (score, verdict) => {
    expect(verdictOf(score, model)).toBe(verdict)
  })

  it('that is presumptive says so in the same text', () => {
    expect(VERDICT_WORDS.presumptive).toBe('疑似阳性（需确证）')
  })
})

it.each([
  [1184, 212, 972],
  [47.2, 6.1, 41.1],
  [3, 5, 0],
  [3, null, 3],
])('%d measured in a room of %s is %d net', (measured, ambient, net) => {
  expect(netOf(measured, ambient)).toBe(net)
})

describe('the workflow of a test', () => {
  const ALL: readonly BreathStatus[] = [
    'created',
    'sampling',
    'analysing',
    'resulted',
    'reviewed',
    'released',
    'invalid',
    'cancelled',
  ]
  it.each<[BreathAction, Partial<Record<BreathStatus, BreathStatus>>]>([
    ['sample', { created: 'sampling' }],
    ['analyse', { sampling: 'analysing' }],
    ['result', { created: 'resulted', sampling: 'resulted', analysing: 'resulted' }],
    ['invalidate', { created: 'invalid', sampling: 'invalid', analysing: 'invalid' }],
    ['cancel', { created: 'cancelled', sampling: 'cancelled', analysing: 'cancelled', resulted: 'cancelled' }],
    ['verdict', { resulted: 'resulted', reviewed: 'resulted' }],
    ['confirm', { resulted: 'resulted', reviewed: 'reviewed', released: 'released' }],
    ['review', { resulted: 'reviewed' }],
    ['return', { reviewed: 'resulted' }],
    ['release', { reviewed: 'released' }],
  ])('%s is possible in its statuses only', (action, ways) => {
    for (const status of ALL) expect([status, nextStatus(status, action)]).toEqual([status, ways[status]])
  })

  it('requires two people', () => {
    const hands = { operatorBy: 'a', verdictBy: 'b', reviewedBy: 'c' }
    expect(['a', 'b', 'c', 'd'].map((who) => isSecondPerson(who, 'review', hands))).toEqual([false, false, true, true])
    expect(['a', 'b', 'c', 'd'].map((who) => isSecondPerson(who, 'release', hands))).toEqual([true, true, false, true])
    const device = { operatorBy: null, verdictBy: null, reviewedBy: null }
    expect(isSecondPerson('a', 'review', device)).toBe(true)
  })
})

describe('reference bands', () => {
  it('exist for each age band, for known metrics', () => {
    for (const code of BREATH_PANEL) {
      expect(metricByCode(code)).toBeDefined()
      for (const ageBand of AGE_BANDS) {
        const band = bandOf(code, ageBand)
        if (band) expect(band.low).toBeLessThan(band.high)
      }
    }
    expect(bandOf('br_acetone', '40-59')).toEqual({ low: 180, high: 860, n: 612 })
    expect(bandOf('br_acetone', null)).toBeUndefined()
    expect(bandOf('br_acetone', '0-4')).toBeUndefined()
  })

  it.each([
    [972, { side: 'high', ratio: 1.13 }],
    [860, { side: 'in', ratio: 1 }],
    [179, { side: 'low', ratio: 0.21 }],
    [500, { side: 'in', ratio: 0.58 }],
  ])('acetone of %d against the band of 40–59', (net, reading) => {
    expect(readAgainstBand(net, bandOf('br_acetone', '40-59'))).toEqual(reading)
  })

  it('give no reading without a band', () => {
    expect(readAgainstBand(972, undefined)).toBeUndefined()
  })
})

describe('a result as devices report it', () => {
  const DATA = {
    subject: 'b-7k2q8m3xtd',
    method: 'GC-MS',
    volumeMl: 512,
    flowMls: 52,
    etco2: 4.6,
    ambientVoc: 84,
    temp: 22.4,
    rh: 46,
    model: 'VOC-5 v2.3.1',
    score: 0.78,
    conf: 0.84,
    session: 'S-1',
    pos: 7,
    values: { br_acetone: { v: 1184, a: 212 }, br_isoprene: 96, nonsense: 3 },
  }

  it('is parsed completely', () => {
    expect(parseBreathResult(DATA)).toEqual({
      ok: true,
      no: null,
      subjectCode: 'B-7K2Q8M3XTD',
      method: 'GC-MS',
      sample: { etco2: 4.6, volumeMl: 512, ambientVoc: 84 },
      flowMls: 52,
      ambientTemp: 22.4,
      ambientRh: 46,
      model: { name: 'VOC-5', version: 'v2.3.1' },
      score: 0.78,
      confidence: 0.84,
      sessionNo: 'S-1',
      platePos: 7,
      values: [
        { metricCode: 'br_acetone', value: 1184, ambient: 212, unit: 'ppb' },
        { metricCode: 'br_isoprene', value: 96, ambient: null, unit: 'ppb' },
      ],
    })
  })

  it.each([
    [{ score: 1.2 }, '指纹得分缺失或超出 0–1'],
    [{ score: 'NaN' }, '指纹得分缺失或超出 0–1'],
    [{ model: undefined }, '模型版本缺失'],
    [{ values: { br_acetone: Number.NaN } }, '没有可用的测量值'],
    [{ values: [] }, '没有可用的测量值'],
    [{ method: 'magic' }, '检测方法不明'],
  ])('with %j is refused with a reason', (change, reason) => {
    expect(parseBreathResult({ ...DATA, ...change })).toMatchObject({ ok: false, reason, subjectCode: 'B-7K2Q8M3XTD' })
  })

  it('without a known subject or plate position is still a result', () => {
    expect(parseBreathResult({ ...DATA, subject: 'x', pos: 97, session: '' })).toMatchObject({
      ok: true,
      subjectCode: null,
      platePos: null,
      sessionNo: null,
    })
  })
})
