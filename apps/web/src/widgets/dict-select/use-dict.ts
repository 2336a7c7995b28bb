import { sessionEndpoints } from '@natim/contract/system/session'
import { useEffect, useMemo } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useKeptDictItems } from '@/lib/session/dict-items.ts'
import { type DictEntry, dictOption, type Option } from './dict-option.ts'
import { dictFault, itemsReference } from './dict-reference.ts'

/** Says once why choices could not be loaded; the end of a session says so itself. */
export function useWarning(error: unknown, kind: 'warning' | 'error' = 'warning'): void {
  const notify = useNotify()
  useEffect(() => {
    const isSaid = error instanceof ApiError && error.isSessionExpired
    if (error instanceof Error && !isSaid) notify.line(error.message, kind)
  }, [error, kind, notify])
}

export interface Dict {
  /** Empty while they are loaded, and when they cannot be. */
  readonly options: readonly Option[]
  readonly isLoading: boolean
}

const NONE: readonly DictEntry[] = []

/** The item of a row that was switched off since: shown with its caption, never offered (SY-43). */
const shownOf = (items: readonly DictEntry[], value: string) =>
  items.filter((item) => item.disabled !== true || String(item.value) === value)

/**
 * Choices of a dictionary: those the sign-in brought, kept seven days (spec §7), else the server's. A failure is shown
 * as a warning and leaves the control usable (WG-12). Nothing is asked for an empty code.
 *
 * @param stored what a row holds: an item that is not among the kept ones may have been switched off, the server knows
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
