import { MAX_QUERY_LINES, type QueryLine, type QueryMatch } from '@natim/contract/super-query'
import { useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { type ActiveQuery, addLine, changeLine, newDraft, removeLine } from './query-draft.ts'
import { type QueryField, restored } from './query-field.ts'

/** What is edited. A query that changed outside, by a link or by 重置 of the list, takes its place. */
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
    /** A further line below one, or at the end; said, not done, when there are as many as there may be. */
    add: (afterId?: number) => {
      if (draft.lines.length < MAX_QUERY_LINES) setDraft(addLine(draft, afterId))
      else notify.line(`最多 ${MAX_QUERY_LINES} 个条件`)
    },
    change: (id: number, line: QueryLine) => setDraft(changeLine(draft, id, line)),
    remove: (id: number) => setDraft(removeLine(draft, id)),
  }
}

/** The draft and how it is edited. */
export type QueryEditor = ReturnType<typeof useQueryDraft>
