import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The one query key that holds list state: shareable, and no part of a tab's identity (style 2.5). */
export const STATE_KEY = '~'

/** Path and query of a tab: everything but the list state. */
export function tabPath(pathname: string, search: string): string {
  const params = new URLSearchParams(search)
  params.delete(STATE_KEY)
  const text = params.toString()
  return text === '' ? pathname : `${pathname}?${text}`
}

function readState(search: string): Readonly<Record<string, unknown>> {
  const text = new URLSearchParams(search).get(STATE_KEY)
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    // A link cut short in a mail: the page opens with its defaults.
    return {}
  }
}

/**
 * State of one list kept in the address. Writing replaces the entry, so Back leaves the page instead of undoing a
 * filter; a value equal to its default is left out of the link.
 */
export function useListState<S extends object>(defaults: S): readonly [S, (change: Partial<S>) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => ({ ...defaults, ...readState(search) }) as S, [defaults, search])
  const change = useCallback(
    (patch: Partial<S>) => {
      const next = { ...readState(window.location.search), ...patch } as Record<string, unknown>
      const kept = Object.entries(next).filter(
        ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[key as keyof S]),
      )
      const params = new URLSearchParams(window.location.search)
      params.delete(STATE_KEY)
      if (kept.length > 0) params.set(STATE_KEY, JSON.stringify(Object.fromEntries(kept)))
      const text = params.toString()
      navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: true })
    },
    [defaults, navigate, pathname],
  )
  return [state, change]
}
