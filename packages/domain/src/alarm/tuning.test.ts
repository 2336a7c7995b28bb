import { describe, expect, it } from 'vitest'
import type { RuleBranch } from './rule.ts'
import { falseShareOf, type RuleFigures, tuningHint } from './tuning.ts'

const branch = { type: 'threshold', severity: 3, op: '>=', value: 1, avgS: 0, forS: 30, clearForS: 60 } as RuleBranch
const figures: RuleFigures = {
  alarms: 100,
  judged: 100,
  falses: 31,
  weather: 0,
  device: 0,
  falseLastedS: 80,
  topDevices: 10,
  devices: 40,
}
const hint = (given: Partial<RuleFigures>) => tuningHint({ ...figures, ...given }, [branch])

describe('tuningHint', () => {
  it('suggests holding longer than most of its false alarms lasted when more than 30 % are false', () => {
    expect(hint({})).toEqual({ kind: 'hold', fromS: 30, toS: 120 })
    expect(hint({ falses: 30 })).toBeUndefined()
    expect(hint({ falseLastedS: 7_200 })).toBeUndefined()
    expect(hint({ falseLastedS: 0 })).toMatchObject({ toS: 60 })
  })

  it('names another cause where few devices, weather or faults make most of the alarms', () => {
    expect(hint({ falses: 0, topDevices: 71 })).toEqual({ kind: 'devices', devices: 3, share: 0.71 })
    expect(hint({ falses: 0, topDevices: 71, devices: 4 })).toBeUndefined()
    expect(hint({ falses: 0, weather: 40 })).toEqual({ kind: 'weather', share: 0.4 })
    expect(hint({ falses: 0, device: 40 })).toEqual({ kind: 'device', share: 0.4 })
  })

  it('gives no hint for few alarms', () => {
    expect(falseShareOf(10, 19)).toBeNull()
    expect(falseShareOf(10, 20)).toBe(0.5)
    expect(hint({ alarms: 19, judged: 19, falses: 19 })).toBeUndefined()
  })
})
