/** 战备状态 of a piece of equipment. */
export type Readiness = 'ready' | 'limited' | 'unusable'

export interface ReadinessFacts {
  /** Device status in the network. */
  readonly status: string
  /** Days `yyyy-MM-dd`, GMT+8; the day itself is still in time. Null = not planned. */
  readonly sourceDue: string | null
  readonly calibDue: string | null
}

/** Days before the due date from which it is announced. */
export const DUE_SOON_DAYS = 14

export type DueState = 'none' | 'ok' | 'soon' | 'overdue'

const DAY_MS = 86_400_000
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Days until the end of a day; negative once it has passed. */
export const daysLeft = (due: string, today: string): number => Math.round(dayNumber(due) - dayNumber(today))

export function dueState(due: string | null, today: string): DueState {
  if (due === null) return 'none'
  const left = daysLeft(due, today)
  return left < 0 ? 'overdue' : left <= DUE_SOON_DAYS ? 'soon' : 'ok'
}

const UNUSABLE: Readonly<Record<string, string>> = {
  fault: '设备故障',
  inactive: '尚未接入',
  retired: '已报废',
}
const LIMITED: Readonly<Record<string, string>> = { offline: '设备离线', maintenance: '维护中' }

/**
 * Whether equipment can be relied on, with every reason against it. Without a valid calibration its figures are
 * meaningless; without a source check they are only doubtful.
 */
export function readinessOf(
  { status, sourceDue, calibDue }: ReadinessFacts,
  today: string,
): { readonly state: Readiness; readonly reasons: readonly string[] } {
  const broken = [UNUSABLE[status], dueState(calibDue, today) === 'overdue' ? '校准逾期' : undefined]
  const weak = [LIMITED[status], dueState(sourceDue, today) === 'overdue' ? '核查源检查逾期' : undefined]
  const reasons = [...broken, ...weak].filter((reason) => reason !== undefined)
  const state = broken.some(Boolean) ? 'unusable' : reasons.length > 0 ? 'limited' : 'ready'
  return { state, reasons }
}
