import type { Comparison } from '@natim/domain/alarm/comparison'
import type { ChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { ChangeStep } from '@natim/domain/alarm/step'
import type { Severity } from '@natim/domain/limits'
import type { RuleInForce } from '../../alarm-rule/index.ts'
import type { DeviceEntry } from '../../live/index.ts'

export type ChannelEntry = DeviceEntry['channels'][number]

/** One rule on one channel or device: at most one active alarm. */
export interface Target {
  readonly key: string
  readonly rule: RuleInForce
  readonly device: DeviceEntry
  readonly channel: ChannelEntry | null
}

/** A target that samples are judged for. */
export interface ChannelTarget extends Target {
  readonly channel: ChannelEntry
  readonly comparisons: readonly Comparison[]
  readonly evaluator: ChannelEvaluator
  /** Of everything that decides: an evaluator stays as long as it does. */
  readonly signature: string
}

export const channelKey = (ruleId: string, channelNo: number) => `${ruleId}:c${channelNo}`
export const deviceKey = (ruleId: string, deviceNo: number, type = '') => `${ruleId}:d${deviceNo}${type && `:${type}`}`

/** Of a cluster, by the device that was first. */
export const clusterKey = (ruleId: string, deviceNo: number) => `${ruleId}:k${deviceNo}`
export const isClusterKey = (key: string): boolean => /:k\d+$/.test(key)

/** A change of an alarm that is to be written. */
export interface PendingStep {
  readonly target: Target
  readonly kind: ChangeStep['kind']
  readonly tsMs: number
  readonly severity: Severity
  readonly branch: number
  readonly figure: number | null
  readonly limitValue: number | null
  readonly op: string | null
  /** `AEGL-2（60 min）`, `离线`. */
  readonly limitText: string
  readonly title: string
  /** 为什么报警, in a paragraph. */
  readonly text: string
  readonly sinceMs: number | null
  readonly samples: number | null
  readonly avgS: number
  readonly forS: number
  readonly limitSet: string | null
  /** What is usual for the channel then, where it was compared with that. */
  readonly usual?: number
  /** The causing sample was over range or jumped. */
  readonly isDoubtful: boolean
  /** Others fold into it; it needs no second opinion. */
  readonly isCluster?: boolean
  /** About a place: the channel only carries it, and is none of the alarm's. */
  readonly isOfPlace?: boolean
  /** Of all that fold into it, where it is one. */
  readonly metricCode?: string | null
  /** Raised from data that came late: less grave, over at once, nobody is called. */
  readonly isHistoric?: boolean
  readonly clearReason?: 'value' | 'rule_disabled' | 'device' | 'expired'
}

export interface PendingPeak {
  readonly dedupeKey: string
  readonly deviceNo: number
  readonly value: number
  readonly tsMs: number
}
