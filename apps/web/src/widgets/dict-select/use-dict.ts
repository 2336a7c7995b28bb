import { sessionEndpoints } from '@natim/contract/system/session'
import { useEffect, useMemo } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useKeptDictItems } from '@/lib/session/dict-items.ts'
import { type DictEntry, dictOption, type Option } from './dict-option.ts'
import { dictFault, itemsReference } from './dict-reference.ts'

/** Reports once why options could not be loaded; an expired session reports itself. */
export function useWarning(error: unknown, kind: 'warning' | 'error' = 'warning'): void {
  const notify = useNotify()
  useEffect(() => {
    const isSaid = error instanceof ApiError && error.isSessionExpired
    if (error instanceof Error && !isSaid) notify.line(error.message, kind)
  }, [error, kind, notify])
}

export interface Dict {
  /** Empty while loading and after a failure. */
  readonly options: readonly Option[]
  readonly isLoading: boolean
}

const NONE: readonly DictEntry[] = []

/** The item of a row that was disabled since: its label is shown, but it is not offered (SY-43). */
const shownOf = (items: readonly DictEntry[], value: string) =>
  items.filter((item) => item.disabled !== true || String(item.value) === value)

/**
 * Options of a dictionary: from the sign-in, kept seven days (spec §7), else from the server. A failure is shown as a
 * warning and leaves the control usable (WG-12). An empty code requests nothing.
 *
 * @param stored the row's value: if not among the kept items it may have been disabled, which the server knows
 * @param dict `code`, or `table,text,key[,condition]` of a registered table (contract/30 §1.1)
 */
export function useDict(dict: string, stored?: string): Dict {
  const kept = useKeptDictItems(dict)
  const isOff = stored !== undefined && kept !== undefined && !kept.some(({ value }) => value === stored)
  const isAsked = (kept === undefined || isOff) && dictFault(dict) === undefined
  const answer = useEndpoint(
    sessionEndpoints.dictItems,
    { params: { code: itemsReference(dict) } },
    { enabled: isAsked },
  )
  useWarning(answer.error)
  const asked = isAsked && !answer.isPlaceholderData ? answer.data : undefined
  const options = useMemo(() => {
    const items = isOff && asked ? shownOf(asked, stored) : (kept ?? asked ?? NONE)
    return items.map(dictOption)
  }, [isOff, kept, asked, stored])
  return { options, isLoading: isAsked && answer.isLoading }
}
