/** Causes of lost samples, each sample counted once: count, name, and short name for a column head. */
export const LOSSES = [
  ['missing', '未收到', '未收到'],
  ['device', '设备标记无效', '设备无效'],
  ['calibration', '校准/零跨', '校准'],
  ['check', '质控剔除', '质控'],
  ['manual', '人工无效', '人工'],
] as const

/** As computed by `captureRates` of domain/capture. */
export const CAPTURE_DEFINITIONS =
  '传输率 = 实收 / 应收，有效率 = 有效 / 实收，捕集率 = 有效 /（应收 − 计划维护）；应收按当时的采样周期，计划维护取维护状态与校准中较长者。'
