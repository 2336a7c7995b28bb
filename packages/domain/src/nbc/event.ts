/** 探测到 → 现场复核 → 实验室确证 | 排除 (domain §3.12). */
export type NbcState = 'detected' | 'local_confirmed' | 'lab_confirmed' | 'rejected'
/** A state that people put an event into; `detected` is where it starts. */
export type NbcDecision = Exclude<NbcState, 'detected'>
export type NbcType = 'rad' | 'chem' | 'bio'

/** Cap on the severity of an event from an unverified detector (domain §3.8). */
export const UNVERIFIED_CAP = 3

const NEXT: Readonly<Record<NbcState, readonly NbcState[]>> = {
  detected: ['local_confirmed', 'rejected'],
  local_confirmed: ['lab_confirmed', 'rejected'],
  lab_confirmed: [],
  rejected: [],
}

export const nextStates = (state: NbcState): readonly NbcState[] => NEXT[state]
export const isOver = (state: NbcState): boolean => NEXT[state].length === 0

export interface NbcFacts {
  readonly state: NbcState
  /** Severity once verified; 1 is the gravest. */
  readonly level: number
  /** Another detector of the same type reported the same nearby. */
  readonly isCorroborated: boolean
  readonly isDrill: boolean
  /** Who proposed the next step, when it requires two people. */
  readonly proposedBy: string | null
}

const isVerified = ({ state, isCorroborated }: Pick<NbcFacts, 'state' | 'isCorroborated'>) =>
  isCorroborated || state === 'local_confirmed' || state === 'lab_confirmed'

/** Effective severity: the reported level, once another detector or a person has confirmed it. */
export const nbcSeverity = (facts: Pick<NbcFacts, 'state' | 'level' | 'isCorroborated'>): number =>
  isVerified(facts) ? facts.level : Math.max(facts.level, UNVERIFIED_CAP)

/** Whether it may be published: nothing unverified, rejected or from a drill. */
export const mayLeaveHouse = (facts: Pick<NbcFacts, 'state' | 'isCorroborated' | 'isDrill'>): boolean =>
  !facts.isDrill && facts.state !== 'rejected' && isVerified(facts)

/** The gravest level requires two people. */
export const needsTwo = ({ level }: Pick<NbcFacts, 'level'>): boolean => level === 1

export type NbcDenial = 'state' | 'proposed' | 'no_proposal' | 'same_person'

/** Why a step cannot be proposed, or taken directly where one person suffices; undefined = allowed. */
export function decideDenial({ state, proposedBy }: NbcFacts, to: NbcState): NbcDenial | undefined {
  if (!NEXT[state].includes(to)) return 'state'
  return proposedBy === null ? undefined : 'proposed'
}

/** Why a user cannot approve a proposal; the proposer may only withdraw it. */
export function agreeDenial({ proposedBy }: NbcFacts, username: string): NbcDenial | undefined {
  if (proposedBy === null) return 'no_proposal'
  return proposedBy === username ? 'same_person' : undefined
}
