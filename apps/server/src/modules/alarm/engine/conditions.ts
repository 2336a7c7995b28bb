import { DEVICE_STATUS, SEVERITY } from '@natim/contract/dict'
import { EVENT_NAMES } from '@natim/contract/mon/rule-names'
import { spanText } from '@natim/domain/alarm/comparison'
import type { EventBranch, NodataBranch, RuleBranch, StatusBranch, WatchedStatus } from '@natim/domain/alarm/rule'
import { joinTexts } from '@natim/domain/alarm/words'
import { formatClock } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { isPersonEvent, SCORE_EVENT } from '../../subject/index.ts'
import type { AbnormalDevice, ToldEvent } from './engine.repository.ts'
import { type ChannelTarget, deviceKey, type PendingStep, type Target } from './target.ts'

/** Fields common to all conditions without a figure. */
const plain = {
  figure: null,
  limitValue: null,
  op: null,
  samples: null,
  avgS: 0,
  limitSet: null,
  isDoubtful: false,
} as const

const ofType = <T extends RuleBranch['type']>(target: Target, type: T) =>
  target.rule.body.branches
    .map((branch, index) => ({ branch, index }))
    .filter((entry): entry is { branch: Extract<RuleBranch, { type: T }>; index: number } => entry.branch.type === type)
    .toSorted((a, b) => a.branch.severity - b.branch.severity)

const STATUS_NAMES: Readonly<Record<WatchedStatus, string>> = {
  offline: DEVICE_STATUS.offline,
  fault: DEVICE_STATUS.fault,
  clock: '时钟异常',
}

/** A step when a device has been in a watched status for long enough, timed when it became due. */
export function statusStep(target: Target, device: AbnormalDevice | undefined, nowMs: number): PendingStep | undefined {
  for (const { branch, index } of ofType(target, 'status')) {
    if (!device || !branch.statuses.includes(device.status)) continue
    const tsMs = device.sinceMs + branch.forS * SECOND_MS
    if (tsMs > nowMs) continue
    return { ...plain, ...statusWords(branch, device), target, kind: 'raise', tsMs, branch: index }
  }
  return undefined
}

function statusWords(branch: StatusBranch, { status, sinceMs }: AbnormalDevice) {
  const held = branch.forS > 0 ? `，持续满 ${spanText(branch.forS)}` : ''
  return {
    severity: branch.severity,
    forS: branch.forS,
    sinceMs,
    limitText: STATUS_NAMES[status],
    title: `设备${STATUS_NAMES[status]}`,
    text: `设备自 ${formatClock(sinceMs)} 起处于${STATUS_NAMES[status]}状态${held}。`,
  }
}

/** @param sinceMs when the condition ceased to hold */
export function endStep(
  target: Target,
  severity: PendingStep['severity'],
  branch: number,
  sinceMs: number,
  reason: NonNullable<PendingStep['clearReason']>,
): PendingStep {
  return {
    ...plain,
    target,
    kind: 'clear',
    tsMs: sinceMs,
    severity,
    branch,
    forS: 0,
    sinceMs,
    limitText: '',
    title: '',
    text: '',
    clearReason: reason,
  }
}

/** A step when a channel has been silent for too long, counted from when it could be received. */
export function nodataStep(
  target: ChannelTarget,
  {
    newestMs,
    heardSinceMs,
    nowMs,
  }: { readonly newestMs: number; readonly heardSinceMs: number; readonly nowMs: number },
): PendingStep | undefined {
  for (const { branch, index } of ofType(target, 'nodata')) {
    const sinceMs = Math.max(newestMs, heardSinceMs)
    const tsMs = sinceMs + branch.forS * SECOND_MS
    if (!Number.isFinite(sinceMs) || tsMs > nowMs) continue
    return { ...plain, ...nodataWords(target, branch, newestMs), target, kind: 'raise', tsMs, branch: index }
  }
  return undefined
}

function nodataWords({ channel }: ChannelTarget, branch: NodataBranch, newestMs: number) {
  const since = Number.isFinite(newestMs) ? `最后一个有效样本在 ${formatClock(newestMs)}，` : '从未收到有效样本，'
  return {
    severity: branch.severity,
    forS: branch.forS,
    sinceMs: Number.isFinite(newestMs) ? newestMs : null,
    limitText: `无数据 ${spanText(branch.forS)}`,
    title: `${channel.alias ?? channel.metricName} 无数据 ${spanText(branch.forS)}`,
    text: `${since}已超过 ${spanText(branch.forS)} 没有数据；服务中断的时间不计。`,
  }
}

/** A step for a channel whose samples have been flagged 僵死 since `sinceMs`. */
export function stuckStep(target: ChannelTarget, sinceMs: number, nowMs: number): PendingStep | undefined {
  for (const { branch, index } of ofType(target, 'stuck')) {
    const tsMs = sinceMs + branch.forS * SECOND_MS
    if (tsMs > nowMs) continue
    const { alias, metricName } = target.channel
    return {
      ...plain,
      target,
      kind: 'raise',
      tsMs,
      branch: index,
      severity: branch.severity,
      forS: branch.forS,
      sinceMs,
      limitText: '数值僵死',
      title: `${alias ?? metricName} 数值僵死`,
      text: `自 ${formatClock(sinceMs)} 起样本带有“数值僵死”标记：读数长时间不变，仪器可能已不响应。`,
    }
  }
  return undefined
}

/** A step for a device event that a rule watches; each event type has its own alarm. */
export function eventStep(base: Target, event: ToldEvent): PendingStep | undefined {
  // A person's sample is judged as a test (ADR 0056): an alarm would disclose when it was taken, and whose it is.
  if (isPersonEvent(event.type) && event.type !== SCORE_EVENT) return undefined
  for (const { branch, index } of ofType(base, 'event')) {
    if (!isMeant(branch, event)) continue
    const target = { ...base, key: deviceKey(base.rule.id, base.device.deviceNo, event.type) }
    const level = event.level === null ? '' : `，设备级别 ${event.level}`
    const facts = factsText(event.data)
    return {
      ...plain,
      target,
      kind: 'raise',
      tsMs: event.tsMs,
      branch: index,
      severity: branch.severity,
      forS: 0,
      sinceMs: event.tsMs,
      limitText: event.type,
      title: titleOf(event),
      text: `${joinTexts([`设备在 ${formatClock(event.tsMs)} 上报`, nameOf(event.type), '事件'])}${level}（${SEVERITY[branch.severity]}）${facts && `：${facts}`}。`,
    }
  }
  return undefined
}

function titleOf({ type, data }: ToldEvent): string {
  if (type !== SCORE_EVENT)
    return EVENT_NAMES[type] === undefined ? `设备事件 ${type}` : joinTexts([nameOf(type), '事件'])
  const { score, known } = (data ?? {}) as { readonly score?: unknown; readonly known?: unknown }
  return typeof score === 'number' && typeof known === 'string'
    ? `NEWS2 评分 ${score}（已知 ${known.slice(0, 3)} 项）`
    : 'NEWS2 评分升高'
}

const isMeant = ({ eventType, maxLevel }: EventBranch, { type, level }: ToldEvent) =>
  (type === eventType || type.startsWith(`${eventType}.`)) &&
  (maxLevel === undefined || (level !== null && level <= maxLevel))

const nameOf = (type: string) => EVENT_NAMES[type] ?? type

/** Labels of event facts by key, in display order (domain §6.1); other keys follow in their original order. */
const FACT_NAMES: Readonly<Record<string, string>> = {
  agent: '毒剂',
  class: '类别',
  bars: '格数',
  conf: '置信度',
  value: '读数',
  unit: '单位',
  score: '评分',
  known: '已知项',
  single: '单项 3 分',
}
const FACT_CHARS = 200

function factsText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const order = Object.keys(FACT_NAMES)
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length)
  const facts = Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .toSorted(([a], [b]) => rank(a) - rank(b))
  const text = facts.map(([key, value]) => `${FACT_NAMES[key] ?? key} ${wordOf(value)}`).join('，')
  return text.length > FACT_CHARS ? `${text.slice(0, FACT_CHARS)}…` : text
}

const wordOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

export const hasBranch = (target: Target, type: RuleBranch['type']) =>
  target.rule.body.branches.some((branch) => branch.type === type)
