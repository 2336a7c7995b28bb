import { describe, expect, it } from 'vitest'
import { wilson } from './infection.ts'
import { type NamedSignal, shareText, situationSentence } from './infection-words.ts'

const signal = (cityName: string, given: Partial<NamedSignal> = {}): NamedSignal => ({
  cityName,
  indicator: 'breath',
  n: 12,
  need: 7,
  ...given,
})
const SHARES = { fever: wilson(9, 238), breath: wilson(31, 240) }

describe('the sentence of a day', () => {
  it('names cities with count and threshold, and both shares with people and interval', () => {
    expect(situationSentence([signal('河北 石家庄')], SHARES)).toBe(
      '1 个城市出现信号：河北 石家庄（呼气疑似阳性 12 例，阈值 7）；' +
        '发热占比 3.8 %（9 / 238，95 % 区间 2.0–7.0 %），呼气阳性率 12.9 %（31 / 240，95 % 区间 9.3–17.8 %）。',
    )
  })

  it('says that there is no signal', () => {
    expect(situationSentence([], SHARES)).toMatch(/^当日没有城市达到信号阈值；发热占比 3\.8 %/)
  })

  it('counts a city with two signals once, and names at most three', () => {
    const four = [signal('甲'), signal('甲', { indicator: 'fever', n: null, need: 5 }), signal('乙'), signal('丙')]
    expect(situationSentence(four, SHARES)).toMatch(
      /^3 个城市出现信号：甲（呼气疑似阳性 12 例，阈值 7）、甲（发热，阈值 5）、乙（[^）]+） 等；/,
    )
  })

  it('omits a share that is withheld or without people', () => {
    expect(situationSentence([], { fever: null, breath: wilson(0, 0) })).toBe(
      '当日没有城市达到信号阈值；发热占比 人数不足，不显示，呼气阳性率 人数不足，不显示。',
    )
    expect(shareText(wilson(0, 0))).toBeUndefined()
    expect(shareText(wilson(5, 5))).toBe('100.0 %（5 / 5，95 % 区间 56.6–100.0 %）')
  })
})
