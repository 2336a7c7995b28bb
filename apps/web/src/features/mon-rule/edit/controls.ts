import type { DraftBranch, DraftCondition } from './rule-draft.ts'

/** What a branch, or a condition of one, is edited by. */
export interface ControlsProps {
  readonly branch: DraftBranch | DraftCondition
  readonly unit: string
  /** Path of a key of the branch. */
  readonly at: (key: string) => string
  /** Name of a control for those who do not see its row. */
  readonly named: (what: string) => string
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
}
/** Those of one type of branch. */
export type Of<T extends DraftBranch['type']> = Omit<ControlsProps, 'branch'> & {
  readonly branch: Extract<DraftBranch | DraftCondition, { type: T }>
}
