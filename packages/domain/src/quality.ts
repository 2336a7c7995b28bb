/** Quality bits of a sample (domain §3.6); 0 = good. They fit a positive int2. */
export const QUALITY = {
  outOfRange: 1,
  belowLod: 2,
  jump: 4,
  stuck: 8,
  deviceInvalid: 16,
  calibration: 32,
  late: 64,
  timeCorrected: 128,
  estimated: 256,
  manuallyInvalid: 512,
  manuallyValid: 1024,
  conflict: 2048,
} as const

/** Bits a device may set; all others are decided by the server. */
export const DEVICE_QUALITY_MASK =
  QUALITY.outOfRange | QUALITY.belowLod | QUALITY.deviceInvalid | QUALITY.calibration | QUALITY.estimated

/** Any of these excludes a value from statistics, unless it was validated manually. */
export const STATISTICS_BLOCKERS =
  QUALITY.outOfRange |
  QUALITY.jump |
  QUALITY.stuck |
  QUALITY.deviceInvalid |
  QUALITY.calibration |
  QUALITY.manuallyInvalid

/** Fewer than for statistics: a real release *is* a jump and may drive a detector off its range. */
export const ALARM_BLOCKERS = QUALITY.stuck | QUALITY.deviceInvalid | QUALITY.calibration | QUALITY.manuallyInvalid

/** Findings of the channel checks that a person may decide about. */
export const DOUBTS = QUALITY.jump | QUALITY.stuck

/** Nothing left to decide: decided by a person, or by the device, which calibrated or invalidated the value. */
export const DECIDED = QUALITY.manuallyInvalid | QUALITY.manuallyValid | QUALITY.deviceInvalid | QUALITY.calibration

/** Whether a sample counts for means, extremes and completeness. */
export function isValidForStatistics(q: number): boolean {
  return (q & STATISTICS_BLOCKERS) === 0 || (q & QUALITY.manuallyValid) !== 0
}

/** Whether a sample may raise alarms and counts for the air toxicity level. */
export function isValidForAlarms(q: number): boolean {
  return (q & ALARM_BLOCKERS) === 0 || (q & QUALITY.manuallyValid) !== 0
}

const NAMES: readonly (readonly [bit: number, name: string])[] = [
  [QUALITY.outOfRange, '超量程'],
  [QUALITY.belowLod, '低于检出限'],
  [QUALITY.jump, '异常跳变'],
  [QUALITY.stuck, '数值僵死'],
  [QUALITY.deviceInvalid, '设备标记无效'],
  [QUALITY.calibration, '校准/零跨'],
  [QUALITY.late, '迟到'],
  [QUALITY.timeCorrected, '时间已修正'],
  [QUALITY.estimated, '估算/填补'],
  [QUALITY.manuallyInvalid, '人工判无效'],
  [QUALITY.manuallyValid, '人工判有效'],
  [QUALITY.conflict, '重复冲突'],
]

/** Chinese names of the set bits, lowest bit first; empty for a good sample. */
export function qualityNames(q: number): string[] {
  return NAMES.filter(([bit]) => (q & bit) !== 0).map(([, name]) => name)
}
