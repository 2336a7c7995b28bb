import { MAX_QUERY_LINES, type QueryLine, type QueryMatch } from '@natim/contract/super-query'
import { useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { type ActiveQuery, addLine, changeLine, newDraft, removeLine } from './query-draft.ts'
import { type QueryField, restored } from './query-field.ts'

/** The draft being edited. A query changed outside, by a link or by 重置 of the list, replaces it. */
export function useQueryDraft(value: ActiveQuery | undefined, fields: readonly QueryField[]) {
  const notify = useNotify()
  const draftOf = (query: ActiveQuery | undefined) =>
    newDraft(
      query?.records.map((line) => restored(line, fields)),
      query?.matchType,
    )
  const [draft, setDraft] = useState(() => draftOf(value))
  const key = JSON.stringify(value)
  const [followed, setFollowed] = useState(key)
  if (followed !== key) {
    setFollowed(key)
    setDraft(draftOf(value))
  }

  return {
    draft,
    load: (query: ActiveQuery) => setDraft(draftOf(query)),
    reset: () => setDraft(newDraft()),
    setMatch: (matchType: QueryMatch) => setDraft({ ...draft, matchType }),
    /** Adds a line after the given one, or at the end; shows a message instead when the maximum is reached. */
    add: (afterId?: number) => {
      if (draft.lines.length < MAX_QUERY_LINES) setDraft(addLine(draft, afterId))
      else notify.line(`最多 ${MAX_QUERY_LINES} 个条件`)
    },
    change: (id: number, line: QueryLine) => setDraft(changeLine(draft, id, line)),
    remove: (id: number) => setDraft(removeLine(draft, id)),
  }
}

/** The draft and its edit actions. */
export type QueryEditor = ReturnType<typeof useQueryDraft>
