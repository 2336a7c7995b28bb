import { searchEndpoints } from '@natim/contract/system/search'
import type { MenuNode } from '@natim/contract/system/session'
import { useMemo } from 'react'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useMenuVariables } from '../menu/menu-variables.ts'
import { searchEntries } from './search-entries.ts'
import { pagePaths, type ResultGroup, resultGroups, toMenuResult } from './search-results.ts'

/** Debounce before the server is asked. */
const PAUSE_MS = 80
/** Pages offered before anything is typed. */
const FIRST_PAGES = 8

/** All results of a text. While the server is asked, its previous answer stays. */
export function useSearch(menu: readonly MenuNode[], typed: string) {
  const variables = useMenuVariables()
  const entries = useMemo(() => searchEntries(menu, variables), [menu, variables])
  const paths = useMemo(() => pagePaths(menu), [menu])
  const text = typed.trim()
  const keyword = useDebounced(text, PAUSE_MS)
  const { data, error, refetch, isFetching } = useEndpoint(
    searchEndpoints.find,
    { query: { keyword } },
    { enabled: keyword !== '' },
  )
  const groups = useMemo((): readonly ResultGroup[] => {
    if (text !== '') return resultGroups(text, entries, keyword === '' ? [] : (data ?? []), paths)
    const results = entries.slice(0, FIRST_PAGES).map(toMenuResult)
    return results.length === 0 ? [] : [{ kind: 'menu', total: results.length, results }]
  }, [text, keyword, entries, data, paths])
  return {
    groups,
    paths,
    error: text === '' ? null : error,
    retry: () => void refetch(),
    /** The answer for the current text is pending. */
    isPending: text !== '' && (keyword !== text || isFetching),
  }
}
