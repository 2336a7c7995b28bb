/** A look at the console as somebody else sees it (ADR 0027). It is this tab's alone and lasts as long as its page does. */
export interface ViewMode {
  readonly token: string
  /** Who or what is looked as: 张三（zhangsan）, or a role. */
  readonly name: string
  readonly kind: 'user' | 'role'
  /** By this machine's clock, epoch ms. */
  readonly endsAtMs: number
  /** Path of one's own console to come back to. */
  readonly backTo: string
}

const KEY = 'natim.view'
const OVER_KEY = 'natim.view-over'
/** Before the names of everything a view keeps. */
const PREFIX = 'natim.view:'

let mode = readMode()

function readMode(): ViewMode | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ViewMode | null
    return kept !== null && typeof kept.token === 'string' ? kept : undefined
  } catch {
    // Rubbish, or storage is closed to us: no view was begun here.
    return undefined
  }
}

/** The view this page shows; it does not change while the page is there. */
export const viewMode = (): ViewMode | undefined => mode

/** From here on everything kept is the view's. The page has to be loaded anew. */
export function startViewMode(next: ViewMode): void {
  forgetViewMode()
  sessionStorage.setItem(KEY, JSON.stringify(next))
  mode = next
}

/** The next page of this tab is one's own again; what this one still writes goes to the place of the view, unread. */
export function endViewMode(why: 'left' | 'over'): void {
  forgetViewMode()
  if (why === 'over') sessionStorage.setItem(OVER_KEY, '1')
}

function forgetViewMode(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key)
}

/** Whether a view ended by itself on the page before this one; asked once. */
export function tookViewOver(): boolean {
  if (mode !== undefined || sessionStorage.getItem(OVER_KEY) === null) return false
  sessionStorage.removeItem(OVER_KEY)
  return true
}

interface Place {
  readonly area: Storage
  readonly key: string
}

/** Where something is kept: what a view keeps is gone with its tab, and never touches what its viewer keeps. */
export const placeOf = (key: string): Place =>
  mode === undefined ? { area: localStorage, key } : { area: sessionStorage, key: PREFIX + key }
