import type { Comparison } from '@natim/domain/alarm/comparison'
import type { ChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { ChangeStep } from '@natim/domain/alarm/step'
import type { ChannelWindows } from '@natim/domain/alarm/window'
import type { Severity } from '@natim/domain/limits'
import type { RuleInForce } from '../../alarm-rule/index.ts'
import type { DeviceEntry } from '../../live/index.ts'

export type ChannelEntry = DeviceEntry['channels'][number]

/** One rule on one channel or device; it has at most one active alarm. */
export interface Target {
  readonly key: string
  readonly rule: RuleInForce
  readonly device: DeviceEntry
  readonly channel: ChannelEntry | null
}

export interface ChannelRule extends Target {
  readonly channel: ChannelEntry
}

/** A target judged by samples. */
export interface ChannelTarget extends ChannelRule {
  readonly comparisons: readonly Comparison[]
  readonly evaluator: ChannelEvaluator
  /** Of its channel, shared by the targets made at the same time; undefined when no sample is compared. */
  readonly windows: ChannelWindows | undefined
  /** Digest of everything that affects judging: the evaluator is kept while it is unchanged. */
  readonly signature: string
}

export const channelKey = (ruleId: string, channelNo: number) => `${ruleId}:c${channelNo}`
export const deviceKey = (ruleId: string, deviceNo: number, type = '') => `${ruleId}:d${deviceNo}${type && `:${type}`}`

/** Key of a cluster, by its first device. */
export const clusterKey = (ruleId: string, deviceNo: number) => `${ruleId}:k${deviceNo}`
export const isClusterKey = (key: string): boolean => /:k\d+$/.test(key)

/** A change of an alarm to be written. */
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
  /** 为什么报警, as one paragraph. */
  readonly text: string
  readonly sinceMs: number | null
  readonly samples: number | null
  readonly avgS: number
  readonly forS: number
  readonly limitSet: string | null
  /** The usual value of the channel at that time, when compared with a baseline. */
  readonly usual?: number
  /** The causing sample was out of range or jumped. */
  readonly isDoubtful: boolean
  /** A cluster: others fold into it, and it needs no corroboration. */
  readonly isCluster?: boolean
  /** About a place: the channel merely carries the alarm and is not part of it. */
  readonly isOfPlace?: boolean
  /** Common metric of a cluster's children. */
  readonly metricCode?: string | null
  /** Raised from late data: less grave, already over, without escalation. */
  readonly isHistoric?: boolean
  readonly clearReason?: 'value' | 'rule_disabled' | 'device' | 'expired'
}

export interface PendingPeak {
  readonly dedupeKey: string
  readonly deviceNo: number
  readonly value: number
  readonly tsMs: number
}
