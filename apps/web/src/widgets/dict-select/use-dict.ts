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

/**
 * Choices of a dictionary: those the sign-in brought, kept seven days (spec §7), else the server's. A failure is shown
 * as a warning and leaves the control usable (WG-12). Nothing is asked for an empty code.
 *
 * @param dict `code`, or `table,text,key[,condition]` of a registered table (contract/30 §1.1)
 */
export function useDict(dict: string): Dict {
  const kept = useKeptDictItems(dict)
  const isAsked = kept === undefined && dictFault(dict) === undefined
  const answer = useEndpoint(
    sessionEndpoints.dictItems,
    { params: { code: itemsReference(dict) } },
    { enabled: isAsked },
  )
  useWarning(answer.error)
  const items: readonly DictEntry[] = kept ?? (isAsked && !answer.isPlaceholderData ? answer.data : undefined) ?? NONE
  const options = useMemo(() => items.map(dictOption), [items])
  return { options, isLoading: isAsked && answer.isLoading }
}
