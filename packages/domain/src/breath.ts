/** Quality gates a sample has to pass before it is evaluated (domain §3.10, own figures). */
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
  /** Whether the value has to stay above or below the limit. */
  readonly bound: 'min' | 'max'
  readonly passes: boolean
}

/** Each gate with its value; an unmeasured value does not pass. */
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

/** Why a sample is invalid, as text; undefined for a valid one. The first failed gate is the reason. */
export function invalidReason(sample: Sample): string | undefined {
  const failed = gatesOf(sample).find(({ passes }) => !passes)
  if (failed === undefined) return undefined
  const { label, unit, value, limit, bound } = failed
  if (value === null) return `${label}未测得`
  return `${label} ${value} ${unit}，${bound === 'min' ? '低于下限' : '高于上限'} ${limit}`
}

export type Verdict = 'neg' | 'presumptive' | 'indeterminate'

/** Displayed texts; a presumptive verdict is never shown without its second half. */
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

/** Verdict for a score by its model's cut-offs; both edges belong to the graver side. */
export const verdictOf = (score: number, { cutOff, doubtFrom }: CutOffs): Verdict =>
  score >= cutOff ? 'presumptive' : score >= doubtFrom ? 'indeterminate' : 'neg'

/** Breath value minus room air, at least 0. Without a background the measured value. */
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

/** Stepper order; `invalid` and `cancelled` are outside it. */
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
  // A changed verdict has to be reviewed again.
  verdict: { from: ['resulted', 'reviewed'], to: 'resulted' },
  // A laboratory result is recorded beside the verdict, whatever its status.
  confirm: { from: RESULTS, to: undefined },
  review: { from: ['resulted'], to: 'reviewed' },
  return: { from: ['reviewed'], to: 'resulted' },
  release: { from: ['reviewed'], to: 'released' },
}

/** Status after an action, undefined if it is not possible in this status. */
export function nextStatus(status: BreathStatus, action: BreathAction): BreathStatus | undefined {
  const { from, to } = ACTIONS[action]
  return from.includes(status) ? (to ?? status) : undefined
}

/** People who took the previous steps; they may be excluded from the next one, so that two people see every result. */
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
