import type { DraftBranch, DraftCondition } from './rule-draft.ts'

/** Props of the controls of a branch or of one of its conditions. */
export interface ControlsProps {
  readonly branch: DraftBranch | DraftCondition
  readonly unit: string
  /** Path of a key of the branch. */
  readonly at: (key: string) => string
  /** Accessible name of a control, including its row. */
  readonly named: (what: string) => string
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
}
/** Props for one type of branch. */
export type Of<T extends DraftBranch['type']> = Omit<ControlsProps, 'branch'> & {
  readonly branch: Extract<DraftBranch | DraftCondition, { type: T }>
}
