import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The query key that holds list state: shareable, and not part of a tab's identity. */
export const STATE_KEY = '~'

/** Path and query that identify a tab: all but the list state. */
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
    // A truncated link, as from a mail: the page opens with its defaults.
    return {}
  }
}

/** The address is untrusted input: a value of another type than its default is rejected. */
const fits = (value: unknown, fallback: unknown): boolean =>
  fallback === undefined || (typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback))

export interface ChangeOptions {
  /** Pushes a history entry, so that Back undoes it. For opening a record, not for filters. */
  readonly isStep?: boolean
}

export type ChangeListState<S> = (change: Partial<S>, options?: ChangeOptions) => void

/**
 * State of one list, kept in the address. Writing replaces the history entry, so Back leaves the page instead of
 * undoing a filter; values equal to their defaults are omitted from the link.
 */
export function useListState<S extends object>(defaults: S): readonly [S, ChangeListState<S>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const state = useMemo(() => {
    const given = Object.entries(readState(search)).filter(([key, value]) => fits(value, defaults[key as keyof S]))
    return { ...defaults, ...Object.fromEntries(given) } as S
  }, [defaults, search])
  const change = useCallback<ChangeListState<S>>(
    (patch, { isStep = false } = {}) => {
      const next: Record<string, unknown> = { ...readState(window.location.search), ...patch }
      const kept = Object.entries(next).filter(
        ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(defaults[key as keyof S]),
      )
      const params = new URLSearchParams(window.location.search)
      params.delete(STATE_KEY)
      if (kept.length > 0) params.set(STATE_KEY, JSON.stringify(Object.fromEntries(kept)))
      const text = params.toString()
      navigate(text === '' ? pathname : `${pathname}?${text}`, { replace: !isStep })
    },
    [defaults, navigate, pathname],
  )
  return [state, change]
}
