/** An impersonation view: the console as another user or role sees it (ADR 0027). Limited to this tab. */
export interface ViewMode {
  readonly token: string
  /** Label of the subject: 张三（zhangsan）, or a role. */
  readonly name: string
  readonly kind: 'user' | 'role'
  /** Epoch ms by this machine's clock. */
  readonly endsAtMs: number
  /** Path of the own console to return to. */
  readonly backTo: string
}

const KEY = 'natim.view'
const OVER_KEY = 'natim.view-over'
/** Prefix of the keys stored by a view. */
const PREFIX = 'natim.view:'

let mode = readMode()

function readMode(): ViewMode | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ViewMode | null
    return kept !== null && typeof kept.token === 'string' ? kept : undefined
  } catch {
    // Invalid data, or storage is unavailable: no view was started here.
    return undefined
  }
}

/** The view of this page; constant for the life of the page. */
export const viewMode = (): ViewMode | undefined => mode

/** From now on all storage belongs to the view. The page must be reloaded. */
export function startViewMode(next: ViewMode): void {
  forgetViewMode()
  sessionStorage.setItem(KEY, JSON.stringify(next))
  mode = next
}

/**
 * The next page of this tab is the user's own again; further writes of this page go to the view's place and are never
 * read.
 */
export function endViewMode(why: 'left' | 'over'): void {
  forgetViewMode()
  if (why === 'over') sessionStorage.setItem(OVER_KEY, '1')
}

function forgetViewMode(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key)
}

/** Whether a view ended automatically on the previous page; consumed by the call. */
export function tookViewOver(): boolean {
  if (mode !== undefined || sessionStorage.getItem(OVER_KEY) === null) return false
  sessionStorage.removeItem(OVER_KEY)
  return true
}

interface Place {
  readonly area: Storage
  readonly key: string
}

/** Where a key is stored: data of a view vanish with its tab and never touch the viewer's own. */
export const placeOf = (key: string): Place =>
  mode === undefined ? { area: localStorage, key } : { area: sessionStorage, key: PREFIX + key }
