import type { QueryLine, QueryMatch } from '@natim/contract/super-query'

/** An advanced query in force: filled lines, values of `in` joined by comma. */
export interface ActiveQuery {
  readonly matchType: QueryMatch
  readonly records: readonly QueryLine[]
}

/** A line being edited. */
export interface DraftLine {
  /** Unique in the draft. */
  readonly id: number
  readonly line: QueryLine
}

/** Content of the dialog. */
export interface QueryDraft {
  readonly matchType: QueryMatch
  readonly lines: readonly DraftLine[]
  readonly nextId: number
}

const EMPTY_LINE: QueryLine = { rule: 'eq' }

/** Creates a draft of these lines, or of one empty line (WG-151). */
export function newDraft(lines: readonly QueryLine[] = [], matchType: QueryMatch = 'and'): QueryDraft {
  const given = lines.length > 0 ? lines : [EMPTY_LINE]
  return { matchType, lines: given.map((line, index) => ({ id: index + 1, line })), nextId: given.length + 1 }
}

/** Adds an empty line after the given one, or at the end. */
export function addLine(draft: QueryDraft, afterId?: number): QueryDraft {
  const added = { id: draft.nextId, line: EMPTY_LINE }
  const index = draft.lines.findIndex(({ id }) => id === afterId)
  const at = index < 0 ? draft.lines.length : index + 1
  const lines = [...draft.lines.slice(0, at), added, ...draft.lines.slice(at)]
  return { ...draft, lines, nextId: draft.nextId + 1 }
}

/** Removes a line; the last one is replaced by an empty one. */
export function removeLine(draft: QueryDraft, id: number): QueryDraft {
  const lines = draft.lines.filter((candidate) => candidate.id !== id)
  return lines.length > 0 ? { ...draft, lines } : addLine({ ...draft, lines })
}

export const changeLine = (draft: QueryDraft, id: number, line: QueryLine): QueryDraft => ({
  ...draft,
  lines: draft.lines.map((candidate) => (candidate.id === id ? { id, line } : candidate)),
})
