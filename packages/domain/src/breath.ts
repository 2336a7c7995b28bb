/** How good a sample has to be before anything is read from it (domain §3.10, own figures). */
export const GATES = { etco2Min: 3, volumeMin: 300, ambientVocMax: 200 } as const

export interface Sample {
  /** End-tidal CO₂, %vol. */
  readonly etco2: number | null
  readonly volumeMl: number | null
  /** Background of the room, ppb. */
  readonly ambientVoc: number | null
}

export type GateName = 'etco2' | 'volume' | 'ambientVoc'

export interface Gate {
  readonly name: GateName
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly limit: number
  /** Whether the value has to stay above the limit, or below. */
  readonly bound: 'min' | 'max'
  readonly passes: boolean
}

/** Each gate with its value; what was not measured does not pass. */
export function gatesOf({ etco2, volumeMl, ambientVoc }: Sample): readonly Gate[] {
  return [
    atLeast('etco2', '呼气末 CO₂', '%vol', etco2, GATES.etco2Min),
    atLeast('volume', '采样容积', 'mL', volumeMl, GATES.volumeMin),
    {
      name: 'ambientVoc',
      label: '环境 VOC 本底',
      unit: 'ppb',
      value: ambientVoc,
      limit: GATES.ambientVocMax,
      bound: 'max',
      passes: ambientVoc !== null && ambientVoc <= GATES.ambientVocMax,
    },
  ]
}

const atLeast = (name: GateName, label: string, unit: string, value: number | null, limit: number): Gate => ({
  name,
  label,
  unit,
  value,
  limit,
  bound: 'min',
  passes: value !== null && value >= limit,
})

/** Why a sample is none, in words; undefined of a good one. The first gate that fails is the reason. */
export function invalidReason(sample: Sample): string | undefined {
  const failed = gatesOf(sample).find(({ passes }) => !passes)
  if (failed === undefined) return undefined
  const { label, unit, value, limit, bound } = failed
  if (value === null) return `${label}未测得`
  return `${label} ${value} ${unit}，${bound === 'min' ? '低于下限' : '高于上限'} ${limit}`
}

export type Verdict = 'neg' | 'presumptive' | 'indeterminate'

/** As people are told; a presumptive one never stands without its second half. */
export const VERDICT_WORDS: Readonly<Record<Verdict | 'invalid', string>> = {
  neg: '阴性',
  presumptive: '疑似阳性（需确证）',
  indeterminate: '不确定',
  invalid: '样本无效',
}

export interface CutOffs {
  readonly cutOff: number
  readonly doubtFrom: number
}

/** What a score means by its model: both edges belong to the graver side. */
export const verdictOf = (score: number, { cutOff, doubtFrom }: CutOffs): Verdict =>
  score >= cutOff ? 'presumptive' : score >= doubtFrom ? 'indeterminate' : 'neg'

/** What the breath holds beyond the room's air; never below nothing. Without a background it is what was measured. */
export const netOf = (measured: number, ambient: number | null): number =>
  Math.max(0, Number((measured - (ambient ?? 0)).toPrecision(12)))

export type BreathStatus =
  | 'created'
  | 'sampling'
  | 'analysing'
  | 'resulted'
  | 'reviewed'
  | 'released'
  | 'invalid'
  | 'cancelled'

/** In the order of the stepper; `invalid` and `cancelled` leave it. */
export const BREATH_STEPS = ['created', 'sampling', 'analysing', 'resulted', 'reviewed', 'released'] as const

export type BreathAction =
  | 'sample'
  | 'analyse'
  | 'result'
  | 'invalidate'
  | 'cancel'
  | 'verdict'
  | 'confirm'
  | 'review'
  | 'return'
  | 'release'

const OPEN: readonly BreathStatus[] = ['created', 'sampling', 'analysing']
const RESULTS: readonly BreathStatus[] = ['resulted', 'reviewed', 'released']

const ACTIONS: Readonly<
  Record<BreathAction, { readonly from: readonly BreathStatus[]; readonly to: BreathStatus | undefined }>
> = {
  sample: { from: ['created'], to: 'sampling' },
  analyse: { from: ['sampling'], to: 'analysing' },
  result: { from: OPEN, to: 'resulted' },
  invalidate: { from: OPEN, to: 'invalid' },
  cancel: { from: [...OPEN, 'resulted'], to: 'cancelled' },
  // Another verdict has to be looked at again.
  verdict: { from: ['resulted', 'reviewed'], to: 'resulted' },
  // What a laboratory says stands beside the verdict, whatever became of it.
  confirm: { from: RESULTS, to: undefined },
  review: { from: ['resulted'], to: 'reviewed' },
  return: { from: ['reviewed'], to: 'resulted' },
  release: { from: ['reviewed'], to: 'released' },
}

/** Where an action leads, undefined when it is not possible in this status. */
export function nextStatus(status: BreathStatus, action: BreathAction): BreathStatus | undefined {
  const { from, to } = ACTIONS[action]
  return from.includes(status) ? (to ?? status) : undefined
}

/** Everybody who may not do the next step, because they did one before: two people see every result. */
export interface Hands {
  readonly operatorBy: string | null
  /** Who changed the verdict last. */
  readonly verdictBy: string | null
  readonly reviewedBy: string | null
}

export function isSecondPerson(userId: string, action: 'review' | 'release', hands: Hands): boolean {
  if (action === 'release') return userId !== hands.reviewedBy
  return userId !== hands.operatorBy && userId !== hands.verdictBy
}
