/** 战备状态 of a piece of equipment. */
export type Readiness = 'ready' | 'limited' | 'unusable'

export interface ReadinessFacts {
  /** As the network sees the device. */
  readonly status: string
  /** Days `yyyy-MM-dd`, GMT+8; the day itself is still in time. Null = never planned. */
  readonly sourceDue: string | null
  readonly calibDue: string | null
}

/** Due within so many days is said beforehand. */
export const DUE_SOON_DAYS = 14

export type DueState = 'none' | 'ok' | 'soon' | 'overdue'

const DAY_MS = 86_400_000
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** Days until a day is over; negative once it has passed. */
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
 * Whether equipment can be relied on, and every reason why not. Without a valid calibration its figures mean nothing;
 * without a source check they are only doubtful.
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
