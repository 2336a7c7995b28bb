import { describe, expect, it } from 'vitest'
import { isValidForAlarms, isValidForStatistics, QUALITY, qualityNames } from './quality.ts'

describe('validity by quality bits (domain §3.6)', () => {
  it.each([
    ['good', 0, true, true],
    ['out of range', QUALITY.outOfRange, false, true],
    ['below LOD', QUALITY.belowLod, true, true],
    ['jump', QUALITY.jump, false, true],
    ['stuck', QUALITY.stuck, false, false],
    ['device-flagged', QUALITY.deviceInvalid, false, false],
    ['calibration', QUALITY.calibration, false, false],
    ['late', QUALITY.late, true, true],
    ['time corrected', QUALITY.timeCorrected, true, true],
    ['estimated', QUALITY.estimated, true, true],
    ['manually invalid', QUALITY.manuallyInvalid, false, false],
    ['conflict', QUALITY.conflict, true, true],
    ['stuck but validated by hand', QUALITY.stuck | QUALITY.manuallyValid, true, true],
    ['late jump', QUALITY.late | QUALITY.jump, false, true],
  ])('%s', (_, q, statistics, alarms) => {
    expect([isValidForStatistics(q), isValidForAlarms(q)]).toEqual([statistics, alarms])
  })

  it('fits a signed 16-bit column with all bits set', () => {
    expect(Object.values(QUALITY).reduce((sum, bit) => sum | bit, 0)).toBe(4095)
  })

  it('has a name for every bit', () => {
    expect(Object.fromEntries(Object.entries(QUALITY).map(([key, bit]) => [key, qualityNames(bit)]))).toEqual({
      outOfRange: ['超量程'],
      belowLod: ['低于检出限'],
      jump: ['异常跳变'],
      stuck: ['数值僵死'],
      deviceInvalid: ['设备标记无效'],
      calibration: ['校准/零跨'],
      late: ['迟到'],
      timeCorrected: ['时间已修正'],
      estimated: ['估算/填补'],
      manuallyInvalid: ['人工判无效'],
      manuallyValid: ['人工判有效'],
      conflict: ['重复冲突'],
    })
  })

  it('names bits in Chinese, lowest first', () => {
    expect(qualityNames(QUALITY.conflict | QUALITY.outOfRange)).toEqual(['超量程', '重复冲突'])
    expect(qualityNames(0)).toEqual([])
  })
})
