import { DAY_MS, HOUR_MS } from './time.ts'

/** In the order of the stepper; the side exits come last. */
export const SAT_STATES = {
  draft: '草稿',
  submitted: '待批准',
  approved: '已批准',
  planned: '已计划',
  acquiring: '成像中',
  downlinked: '已下传',
  processing: '处理中',
  delivered: '已交付',
  closed: '已关闭',
  rejected: '已驳回',
  failed: '失败',
  replanned: '重排',
  cancelled: '已取消',
  expired: '已过期',
} as const
export type SatState = keyof typeof SAT_STATES

/** What happens to a task. The last seven are the provider's or the clock's, nobody presses them. */
export const SAT_ACTIONS = {
  submit: '提交',
  withdraw: '撤回',
  approve: '批准',
  reject: '驳回',
  revise: '改为草稿',
  cancel: '取消',
  replan: '重新安排',
  close: '关闭',
  plan: '下达指令',
  acquire: '开始成像',
  downlink: '数据下传',
  process: '开始处理',
  deliver: '交付产品',
  fail: '方案失败',
  next: '改用下一方案',
  expire: '窗口结束',
} as const
export type SatAction = keyof typeof SAT_ACTIONS

const BEFORE_ACQUIRING = ['draft', 'submitted', 'approved', 'planned', 'failed', 'replanned'] as const

/** domain §3.13: from which states an action leads where. */
const TABLE: Readonly<Record<SatAction, { readonly from: readonly SatState[]; readonly to: SatState }>> = {
  submit: { from: ['draft'], to: 'submitted' },
  withdraw: { from: ['submitted'], to: 'draft' },
  approve: { from: ['submitted'], to: 'approved' },
  reject: { from: ['submitted'], to: 'rejected' },
  revise: { from: ['rejected'], to: 'draft' },
  cancel: { from: BEFORE_ACQUIRING, to: 'cancelled' },
  replan: { from: ['failed'], to: 'replanned' },
  close: { from: ['delivered'], to: 'closed' },
  plan: { from: ['approved', 'replanned'], to: 'planned' },
  acquire: { from: ['planned'], to: 'acquiring' },
  downlink: { from: ['acquiring'], to: 'downlinked' },
  process: { from: ['downlinked'], to: 'processing' },
  deliver: { from: ['processing'], to: 'delivered' },
  // A picture may be lost on its way down and while it is processed, too.
  fail: { from: ['approved', 'replanned', 'planned', 'acquiring', 'downlinked', 'processing'], to: 'failed' },
  next: { from: ['failed'], to: 'replanned' },
  expire: { from: ['submitted', 'approved', 'planned', 'failed', 'replanned'], to: 'expired' },
}

/** Where an action leads; undefined where it cannot be done. */
export function nextSatState(state: SatState, action: SatAction): SatState | undefined {
  const { from, to } = TABLE[action]
  return from.includes(state) ? to : undefined
}

export const canSat = (state: SatState, action: SatAction): boolean => nextSatState(state, action) !== undefined

/** States in which an action may be done, for conditions in SQL. */
export const satStatesFor = (action: SatAction): readonly SatState[] => TABLE[action].from

/** The strip over a task; a side exit stands where the task was. */
export const SAT_STEPS = [
  'draft',
  'submitted',
  'approved',
  'planned',
  'acquiring',
  'downlinked',
  'processing',
  'delivered',
] as const

/** Nobody and nothing changes it any more. */
export const isSatOver = (state: SatState): boolean => ['closed', 'rejected', 'cancelled', 'expired'].includes(state)

export const MAX_SAT_CHOICES = 3
export const SAT_LETTERS = ['A', 'B', 'C'] as const

/** A choice moved one place up or down; the same list where there is no further place. */
export function moveChoice<T>(choices: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const target = index + by
  if (target < 0 || target >= choices.length) return choices
  const moved = [...choices]
  moved.splice(target, 0, ...moved.splice(index, 1))
  return moved
}

/** Commands have to be at the satellite so long before the pass. */
export const COMMAND_LEAD_MS = 20 * 60_000
export const commandDeadline = (startMs: number): number => startMs - COMMAND_LEAD_MS

/** The next choice after one that failed, of those whose commands can still be given; undefined = none is left. */
export function nextChoice<T extends { readonly rank: number; readonly startMs: number }>(
  choices: readonly T[],
  afterRank: number,
  nowMs: number,
): T | undefined {
  return choices
    .filter(({ rank, startMs }) => rank > afterRank && commandDeadline(startMs) > nowMs)
    .toSorted((a, b) => a.rank - b.rank)[0]
}

export interface Revisit {
  readonly mode: 'once' | 'daily' | 'every_n_days'
  /** Days between two, for `every_n_days`. */
  readonly n: number
  /** All together, the first one included. */
  readonly count: number
}

export const MAX_REVISITS = 30

export interface RevisitWindow {
  /** -01, -02 … behind the number of the first one. */
  readonly suffix: string
  readonly fromMs: number
  readonly toMs: number
}

/** Windows of the children of a task: the same one, so many days later. */
export function revisitWindows({ mode, n, count }: Revisit, fromMs: number, toMs: number): RevisitWindow[] {
  if (mode === 'once') return []
  const stepMs = (mode === 'daily' ? 1 : Math.max(1, n)) * DAY_MS
  return Array.from({ length: Math.min(count, MAX_REVISITS) - 1 }, (_, index) => ({
    suffix: String(index + 1).padStart(2, '0'),
    fromMs: fromMs + (index + 1) * stepMs,
    toMs: toMs + (index + 1) * stepMs,
  }))
}

export type SensorType = 'optical' | 'multispectral' | 'hyperspectral' | 'SAR' | 'TIR' | 'atmos'
/** Looks by daylight only. */
export const NEEDS_SUN: readonly SensorType[] = ['optical', 'multispectral', 'hyperspectral', 'atmos']
/** Clouds hide the ground from it. */
export const NEEDS_CLEAR_SKY: readonly SensorType[] = ['optical', 'multispectral', 'hyperspectral', 'TIR']
export const MIN_SUN_DEG = 10

/** Why a pass cannot be chosen. */
export const PASS_FAULTS = {
  off_nadir: '侧摆超限',
  coverage: '未覆盖',
  night: '光照不足',
  resolution: '分辨率不足',
} as const
export type PassFault = keyof typeof PASS_FAULTS

export interface PassFigures {
  readonly offNadir: number
  readonly coveragePct: number
  readonly sunElev: number
  readonly resM: number
}
export interface PassLimits {
  readonly sensorType: SensorType
  readonly offNadirMax: number
  readonly resMaxM: number | null
}

export function passFault(figures: PassFigures, limits: PassLimits): PassFault | null {
  if (figures.offNadir > limits.offNadirMax) return 'off_nadir'
  if (figures.coveragePct <= 0) return 'coverage'
  if (NEEDS_SUN.includes(limits.sensorType) && figures.sunElev < MIN_SUN_DEG) return 'night'
  if (limits.resMaxM !== null && figures.resM > limits.resMaxM) return 'resolution'
  return null
}

/** 0 to 1: the covered share, less up to a third for a far swing and up to a fifth for a low sun. Own measure. */
export function feasibility(figures: PassFigures, limits: PassLimits): number {
  if (passFault(figures, limits) !== null) return 0
  const swing = 1 - (figures.offNadir / Math.max(1, limits.offNadirMax)) ** 2 / 3
  const sun = NEEDS_SUN.includes(limits.sensorType) ? 0.8 + 0.2 * Math.min(1, figures.sunElev / 40) : 1
  return Math.round((figures.coveragePct / 100) * swing * sun * 100) / 100
}

/** From the pass to the product, as the demonstration's provider and the estimates of the page have it. */
export const DOWNLINK_MS = 12 * 60_000
export const PROCESSING_MS = 24 * 60_000
export const DELIVERY_MS = 84 * 60_000
export const estimatedDelivery = (endMs: number): number => endMs + DELIVERY_MS

export const MAX_WINDOW_MS = 31 * DAY_MS
/** The satellites' own passes are computed no further. */
export const MAX_PASS_RANGE_MS = 14 * DAY_MS
export const MIN_WINDOW_MS = HOUR_MS
