import { DAY_MS, HOUR_MS } from './time.ts'

/** In stepper order; the side exits come last. */
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

/** Actions on a task. Those after `close` come from the provider or the clock, not from users. */
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

/** domain §3.13: allowed source states and the target of each action. */
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
  // Acquisition may still fail during downlink and processing.
  fail: { from: ['approved', 'replanned', 'planned', 'acquiring', 'downlinked', 'processing'], to: 'failed' },
  next: { from: ['failed'], to: 'replanned' },
  expire: { from: ['submitted', 'approved', 'planned', 'failed', 'replanned'], to: 'expired' },
}

/** State after an action; undefined if it is not allowed. */
export function nextSatState(state: SatState, action: SatAction): SatState | undefined {
  const { from, to } = TABLE[action]
  return from.includes(state) ? to : undefined
}

export const canSat = (state: SatState, action: SatAction): boolean => nextSatState(state, action) !== undefined

/** States in which an action is allowed, for SQL conditions. */
export const satStatesFor = (action: SatAction): readonly SatState[] => TABLE[action].from

/** The stepper above a task; a side exit is shown at the step where the task left. */
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

/** Final states: nothing changes them any more. */
export const isSatOver = (state: SatState): boolean => ['closed', 'rejected', 'cancelled', 'expired'].includes(state)

export const MAX_SAT_CHOICES = 3
export const SAT_LETTERS = ['A', 'B', 'C'] as const

/** Moves a choice up or down by one; returns the same list at its ends. */
export function moveChoice<T>(choices: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const target = index + by
  if (target < 0 || target >= choices.length) return choices
  const moved = [...choices]
  moved.splice(target, 0, ...moved.splice(index, 1))
  return moved
}

/** How long before the pass commands have to reach the satellite. */
export const COMMAND_LEAD_MS = 20 * 60_000
export const commandDeadline = (startMs: number): number => startMs - COMMAND_LEAD_MS

/** The next choice after a failed one whose commands can still be uplinked; undefined = none left. */
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
  /** Interval in days, for `every_n_days`. */
  readonly n: number
  /** Total number, including the first one. */
  readonly count: number
}

export const MAX_REVISITS = 30

export interface RevisitWindow {
  /** -01, -02 … appended to the first task's number. */
  readonly suffix: string
  readonly fromMs: number
  readonly toMs: number
}

/** Windows of the child tasks: the same window, some days later each. */
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
/** Sensors that need daylight. */
export const NEEDS_SUN: readonly SensorType[] = ['optical', 'multispectral', 'hyperspectral', 'atmos']
/** Sensors blocked by clouds. */
export const NEEDS_CLEAR_SKY: readonly SensorType[] = ['optical', 'multispectral', 'hyperspectral', 'TIR']
export const MIN_SUN_DEG = 10

/** Why a pass cannot be selected. */
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

/**
 * Score 0 to 1: the covered share, reduced by up to a third for a large off-nadir angle and up to a fifth for a low
 * sun. Own measure.
 */
export function feasibility(figures: PassFigures, limits: PassLimits): number {
  if (passFault(figures, limits) !== null) return 0
  const swing = 1 - (figures.offNadir / Math.max(1, limits.offNadirMax)) ** 2 / 3
  const sun = NEEDS_SUN.includes(limits.sensorType) ? 0.8 + 0.2 * Math.min(1, figures.sunElev / 40) : 1
  return Math.round((figures.coveragePct / 100) * swing * sun * 100) / 100
}

/** Time from the pass to the product, used by the demo provider and the estimates of the page. */
export const DOWNLINK_MS = 12 * 60_000
export const PROCESSING_MS = 24 * 60_000
export const DELIVERY_MS = 84 * 60_000
export const estimatedDelivery = (endMs: number): number => endMs + DELIVERY_MS

export const MAX_WINDOW_MS = 31 * DAY_MS
/** Maximum range for which satellite passes are computed. */
export const MAX_PASS_RANGE_MS = 14 * DAY_MS
export const MIN_WINDOW_MS = HOUR_MS
