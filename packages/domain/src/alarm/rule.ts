import type { LimitKind, Severity } from '../limit.ts'

/** `>=` includes the value itself. */
export type Operator = '>' | '>=' | '<' | '<='

/**
 * Which channels, devices or stations a rule watches: those that match every given condition, and any entry of a list.
 */
export interface RuleScope {
  readonly metricCodes?: readonly string[]
  readonly deviceKinds?: readonly string[]
  readonly deviceIds?: readonly string[]
  readonly stationIds?: readonly string[]
  readonly modelIds?: readonly string[]
  readonly stationTypes?: readonly string[]
  /** GB/T 2260 prefixes: `32`, `3201`. */
  readonly regionPrefixes?: readonly string[]
  readonly tags?: readonly string[]
}

interface BranchBase {
  readonly severity: Severity
  /** How long the condition has to hold before it fires, s; 0 = at once. */
  readonly forS: number
  /** How long the clear condition has to hold before the branch clears, s. */
  readonly clearForS: number
}

/** A reading, or the running mean over `avgS` seconds, against a value in the metric's unit. */
export interface ThresholdBranch extends BranchBase {
  readonly type: 'threshold'
  readonly op: Operator
  readonly value: number
  /** 0 = single readings; at most 8 h. */
  readonly avgS: number
  /** Clears beyond this value; by the metric's hysteresis when absent. */
  readonly clearValue?: number
  /** Fires when `n` of the last `m` readings reach the value; 1 of 1 when absent. */
  readonly n?: number
  readonly m?: number
}

/** A published or custom limit in force on the day: its value, operator and averaging period. */
export interface LimitBranch extends BranchBase {
  readonly type: 'limit'
  readonly kind: LimitKind
  /** `2` for AEGL-2; empty where the kind has no levels. */
  readonly level: string
  /** Multiple of the limit: 2 = 200 % OEL of GB/T 50493; 1 when absent. */
  readonly share?: number
  /** One of the averaging periods the limit is published for; all of them when absent. */
  readonly avgPeriod?: string
  /** Clears below this share of the limit, 0–1. */
  readonly clearShare: number
}

/** Change within `overS` seconds, in the metric's unit per minute; `>` rises, `<` with a negative value falls. */
export interface RateBranch extends BranchBase {
  readonly type: 'rate'
  readonly op: '>' | '<'
  readonly perMin: number
  readonly overS: number
}

/** Readings far from the channel's baseline for that hour of the week; never fires without a baseline. */
export interface DeviationBranch extends BranchBase {
  readonly type: 'deviation'
  readonly op: '>' | '<'
  /** Robust σ of domain §7.6. */
  readonly sigmas: number
  /** Minimum distance, in the metric's unit. */
  readonly atLeast?: number
  /** Multiple of the baseline median, used instead of σ. */
  readonly times?: number
  /** Number of consecutive readings. */
  readonly n: number
}

/** No alarm-valid sample for `forS`, counted only while the process was able to receive from the device. */
export interface NodataBranch extends BranchBase {
  readonly type: 'nodata'
}

/** The newest samples carry the quality bit 僵死. */
export interface StuckBranch extends BranchBase {
  readonly type: 'stuck'
}

/** Offline, faulty, or with a clock off by more than {@link MAX_SKEW_MS}. */
export type WatchedStatus = 'offline' | 'fault' | 'clock'

/** The device is in one of these states. */
export interface StatusBranch extends BranchBase {
  readonly type: 'status'
  readonly statuses: readonly WatchedStatus[]
}

/** The device reported an event of this type or a subtype: `nbc` matches `nbc.chem`. */
export interface EventBranch extends BranchBase {
  readonly type: 'event'
  readonly eventType: string
  /** The event's own level, 1–5, at least this grave; any when absent. */
  readonly maxLevel?: number
}

/** Air toxicity level of a station's channel (domain §5.4), at least `level`. */
export interface ToxicLoadBranch extends BranchBase {
  readonly type: 'toxicLoad'
  readonly level: 1 | 2 | 3 | 4
}

/** The air quality index of a station, or of the city it represents, as reported for an hour or a day (domain §5.2). */
export interface IndexBranch extends BranchBase {
  readonly type: 'index'
  readonly of: 'station' | 'city'
  readonly span: 'hour' | 'day'
  /** Minimum index, 1–500. */
  readonly value: number
}

/**
 * Folds alarms of the rule's other branches that are close in space and time into one. Counts currently active alarms;
 * the folded alarm clears when too few remain.
 */
export interface ClusterBranch extends BranchBase {
  readonly type: 'cluster'
  /** What is counted: stations (with all their devices) or single devices. */
  readonly of: 'station' | 'device'
  readonly count: number
  readonly radiusKm: number
  /** Maximum time between the raises of the first and the last of them, s. */
  readonly withinS: number
}

/** Branches usable as conditions of a composite: each judges figures of the rule's channel. */
export type FigureBranch = ThresholdBranch | LimitBranch | RateBranch | DeviationBranch

type WithoutSeverity<B> = B extends FigureBranch ? Omit<B, 'severity'> : never

/**
 * A condition of a {@link CompositeBranch}; it holds from the end of its own `forS` until its own clear condition is
 * met.
 */
export type Condition = WithoutSeverity<FigureBranch> & {
  /** Negated: must not hold. Never the first. */
  readonly not?: boolean
}

/**
 * Holds while all its conditions do. The first one supplies the reported figure. An OR is written as two branches, so
 * together with `not` every combination can be expressed without nesting.
 */
export interface CompositeBranch extends BranchBase {
  readonly type: 'composite'
  /** 2 to {@link MAX_CONDITIONS}. */
  readonly conditions: readonly Condition[]
}

export type RuleBranch =
  | ThresholdBranch
  | LimitBranch
  | RateBranch
  | DeviationBranch
  | NodataBranch
  | StuckBranch
  | StatusBranch
  | EventBranch
  | ToxicLoadBranch
  | CompositeBranch
  | IndexBranch
  | ClusterBranch

export type BranchType = RuleBranch['type']

/** What the branches of a rule are about; a rule never mixes two. */
export type RuleSubject = 'channel' | 'device' | 'place'

const SUBJECT_OF: Readonly<Record<Exclude<BranchType, 'cluster'>, RuleSubject>> = {
  threshold: 'channel',
  limit: 'channel',
  rate: 'channel',
  deviation: 'channel',
  nodata: 'channel',
  stuck: 'channel',
  toxicLoad: 'channel',
  composite: 'channel',
  index: 'place',
  status: 'device',
  event: 'device',
}

/** Clusters have the subject of the other branches. */
export const subjectsOf = (types: readonly BranchType[]): RuleSubject[] => [
  ...new Set(types.flatMap((type) => (type === 'cluster' ? [] : [SUBJECT_OF[type]]))),
]

/** All judged parts: composite branches are replaced by their conditions. */
export const judgedParts = (branches: readonly RuleBranch[]): (RuleBranch | Condition)[] =>
  branches.flatMap((branch): readonly (RuleBranch | Condition)[] =>
    branch.type === 'composite' ? branch.conditions : [branch],
  )

/** The branch that folds alarms of the others; a rule has at most one. */
export const clusterOf = ({
  branches,
}: Pick<RuleBody, 'branches'>): { branch: ClusterBranch; index: number } | undefined => {
  const index = branches.findIndex(({ type }) => type === 'cluster')
  const branch = branches[index]
  return branch?.type === 'cluster' ? { branch, index } : undefined
}

/** Caps an alarm until other devices agree (domain §3.8); fails safe if nobody has checked after `verifyS`. */
export interface Corroboration {
  /** Number of other devices with the same metric within `radiusKm` that have to reach the branch as well. */
  readonly neighbours: number
  readonly radiusKm: number
  readonly capSeverity: Severity
  readonly verifyS: number
}

/** One step of 升级: who is notified if nobody has acknowledged after `afterS`. */
export interface EscalationStep {
  readonly afterS: number
  /**
   * Everyone with this role; with `toDuty` only as fallback, when no team covers the alarm or nobody is left to notify.
   */
  readonly toRole: string
  /** The people on duty at that moment: of a level (`province`), or of the team with this id. */
  readonly toDuty?: string
}

/** The deciding part of a rule, one version of it. Plain data, as stored and simulated. */
export interface RuleBody {
  /** Published limits differ for public places and workplaces. */
  readonly place: 'public' | 'work'
  readonly scope: RuleScope
  /** 1–20; tried gravest first. */
  readonly branches: readonly RuleBranch[]
  readonly corroborate?: Corroboration | null
  /** False: only a person ends the alarm. */
  readonly autoClear: boolean
  /** True: a cleared alarm still waits for an acknowledgement. */
  readonly latch: boolean
  /** By severity; the network's defaults when absent. */
  readonly escalate?: Readonly<Partial<Record<Severity, readonly EscalationStep[]>>> | null
}

/** domain §6.3: a device clock is wrong if the median skew of its messages exceeds this. */
export const MAX_SKEW_MS = 30_000
export const MAX_BRANCHES = 20
export const MAX_CONDITIONS = 5
export const MAX_FOR_S = 86_400
export const MAX_AVG_S = 28_800
/** A rule that watches more channels is refused: probably everything was selected by mistake. */
export const MAX_SCOPE_CHANNELS = 5_000

/** domain §3.9: to whom, and after how long, an unacknowledged alarm is escalated. */
export const DEFAULT_ESCALATION: Readonly<Record<Severity, readonly EscalationStep[]>> = {
  1: [
    { afterS: 120, toRole: 'prov_duty', toDuty: 'province' },
    { afterS: 300, toRole: 'nat_duty', toDuty: 'national' },
  ],
  2: [
    { afterS: 300, toRole: 'prov_duty', toDuty: 'province' },
    { afterS: 900, toRole: 'nat_duty', toDuty: 'national' },
  ],
  3: [
    { afterS: 900, toRole: 'prov_duty', toDuty: 'province' },
    { afterS: 3_600, toRole: 'nat_duty', toDuty: 'national' },
  ],
  4: [{ afterS: 3_600, toRole: 'prov_duty', toDuty: 'province' }],
  5: [],
}
