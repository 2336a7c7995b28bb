import type { LimitKind, Severity } from '../limit.ts'

/** `>=` reaches the value itself. */
export type Operator = '>' | '>=' | '<' | '<='

/** Which channels, devices or stations a rule watches: those that fit every condition given; of a list, any entry. */
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
  /** The condition has to hold for so long before it fires, seconds; 0 = at once. */
  readonly forS: number
  /** What has to hold for so long before the branch is left again, seconds. */
  readonly clearForS: number
}

/** A reading, or the running mean of `avgS` seconds, against a figure in the metric's unit. */
export interface ThresholdBranch extends BranchBase {
  readonly type: 'threshold'
  readonly op: Operator
  readonly value: number
  /** 0 = single readings; at most 8 h. */
  readonly avgS: number
  /** Left when the figure lies beyond it; by the metric's hysteresis when absent. */
  readonly clearValue?: number
  /** Fires when `n` of the last `m` readings reach the value; 1 of 1 when absent. */
  readonly n?: number
  readonly m?: number
}

/** A published or own limit that is in force on the day: its figure, its operator and its averaging act. */
export interface LimitBranch extends BranchBase {
  readonly type: 'limit'
  readonly kind: LimitKind
  /** `2` of AEGL-2; empty where the kind has no levels. */
  readonly level: string
  /** So many times the limit is taken for it: 2 = 200 % OEL of GB/T 50493; 1 when absent. */
  readonly share?: number
  /** Of several averaging periods the limit is published for; all of them when absent. */
  readonly avgPeriod?: string
  /** Left below this share of the limit, 0–1. */
  readonly clearShare: number
}

/** Change within `overS` seconds, in the metric's unit a minute; `>` rises, `<` with a negative value falls. */
export interface RateBranch extends BranchBase {
  readonly type: 'rate'
  readonly op: '>' | '<'
  readonly perMin: number
  readonly overS: number
}

/** Readings far from what is usual for the channel at that hour of the week; without a baseline the branch rests. */
export interface DeviationBranch extends BranchBase {
  readonly type: 'deviation'
  readonly op: '>' | '<'
  /** Robust σ of domain §7.6. */
  readonly sigmas: number
  /** At least so far, in the metric's unit. */
  readonly atLeast?: number
  /** So many times what is usual instead of σ. */
  readonly times?: number
  /** So many readings in a row. */
  readonly n: number
}

/** No alarm-valid sample for `forS`, counted only while the process was able to hear the device. */
export interface NodataBranch extends BranchBase {
  readonly type: 'nodata'
}

/** The newest samples carry the quality bit 僵死. */
export interface StuckBranch extends BranchBase {
  readonly type: 'stuck'
}

/** Offline, faulty, or with a clock that is wrong by more than {@link MAX_SKEW_MS}. */
export type WatchedStatus = 'offline' | 'fault' | 'clock'

/** The device is in one of these states. */
export interface StatusBranch extends BranchBase {
  readonly type: 'status'
  readonly statuses: readonly WatchedStatus[]
}

/** The device told of an event of this type, or of one below it: `nbc` takes `nbc.chem`. */
export interface EventBranch extends BranchBase {
  readonly type: 'event'
  readonly eventType: string
  /** Its own level, 1–5, at least so grave; any when absent. */
  readonly maxLevel?: number
}

/** Air toxicity level of a station's channel (domain §5.4), at least `level`. */
export interface ToxicLoadBranch extends BranchBase {
  readonly type: 'toxicLoad'
  readonly level: 1 | 2 | 3 | 4
}

/** The air quality index of a station, or of the city that it stands for, as it is reported for an hour or a day (domain §5.2). */
export interface IndexBranch extends BranchBase {
  readonly type: 'index'
  readonly of: 'station' | 'city'
  readonly span: 'hour' | 'day'
  /** At least so much, 1–500. */
  readonly value: number
}

/**
 * Alarms of the other branches of the rule stand close together, in space and in time: they fold into one. Counts what is
 * active at once; its own alarm is over when fewer are.
 */
export interface ClusterBranch extends BranchBase {
  readonly type: 'cluster'
  /** What is counted once: devices of a station, or each for itself. */
  readonly of: 'station' | 'device'
  readonly count: number
  readonly radiusKm: number
  /** The last of them is raised so long after the first at most, s. */
  readonly withinS: number
}

/** Branches whose conditions can stand together: each judges figures of the rule's channel. */
export type FigureBranch = ThresholdBranch | LimitBranch | RateBranch | DeviationBranch

type WithoutSeverity<B> = B extends FigureBranch ? Omit<B, 'severity'> : never

/** One of the conditions of a {@link CompositeBranch}; it holds from when its own `forS` is over until its own clear condition is met. */
export type Condition = WithoutSeverity<FigureBranch> & {
  /** It must not hold; never the first. */
  readonly not?: boolean
}

/**
 * Holds while all its conditions do. The first gives the figure that is told. What holds in either of two ways is two branches,
 * so that together with `not` everything can be said, and no condition refers to another.
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

/** What branches of one rule speak of; a rule mixes no two. */
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

/** Clusters speak of whatever the other branches speak of. */
export const subjectsOf = (types: readonly BranchType[]): RuleSubject[] => [
  ...new Set(types.flatMap((type) => (type === 'cluster' ? [] : [SUBJECT_OF[type]]))),
]

/** All that is judged: of composite branches each of their conditions. */
export const judgedParts = (branches: readonly RuleBranch[]): (RuleBranch | Condition)[] =>
  branches.flatMap((branch): readonly (RuleBranch | Condition)[] =>
    branch.type === 'composite' ? branch.conditions : [branch],
  )

/** The branch that folds alarms of the others; a rule has one at most. */
export const clusterOf = ({
  branches,
}: Pick<RuleBody, 'branches'>): { branch: ClusterBranch; index: number } | undefined => {
  const index = branches.findIndex(({ type }) => type === 'cluster')
  const branch = branches[index]
  return branch?.type === 'cluster' ? { branch, index } : undefined
}

/** Until others agree an alarm is capped (domain §3.8); it fails safe when nobody has looked after `verifyS`. */
export interface Corroboration {
  /** At least so many other devices with the same metric within `radiusKm` have to reach the branch, too. */
  readonly neighbours: number
  readonly radiusKm: number
  readonly capSeverity: Severity
  readonly verifyS: number
}

/** One step of 升级: who is told when nobody has acknowledged after `afterS`. */
export interface EscalationStep {
  readonly afterS: number
  /** All who hold it; beside `toDuty` only where no team answers for the alarm, or none is left to be told. */
  readonly toRole: string
  /** Whoever is on duty at that moment: of a level (`province`), or of the team with this id. */
  readonly toDuty?: string
}

/** The part of a rule that decides: one version of it. Pure data, as it is stored and simulated. */
export interface RuleBody {
  /** Published limits differ for the public and for workplaces. */
  readonly place: 'public' | 'work'
  readonly scope: RuleScope
  /** Gravest first is the order in which they are tried. 1–20. */
  readonly branches: readonly RuleBranch[]
  readonly corroborate?: Corroboration | null
  /** False: only a person ends the alarm. */
  readonly autoClear: boolean
  /** True: when it is over it still waits for an acknowledgement. */
  readonly latch: boolean
  /** By severity; the defaults of the network when absent. */
  readonly escalate?: Readonly<Partial<Record<Severity, readonly EscalationStep[]>>> | null
}

/** domain §6.3: a median of what a device's messages say beyond this is a wrong clock. */
export const MAX_SKEW_MS = 30_000
export const MAX_BRANCHES = 20
export const MAX_CONDITIONS = 5
export const MAX_FOR_S = 86_400
export const MAX_AVG_S = 28_800
/** A rule that watches more channels is refused: somebody has chosen everything by mistake. */
export const MAX_SCOPE_CHANNELS = 5_000

/** domain §3.9: for whom, and after how long, an alarm that nobody has acknowledged is escalated. */
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
