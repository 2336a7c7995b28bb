import { STORAGE_KEYS } from '@natim/contract/constants'
import { type PermissionResult, sessionEndpoints } from '@natim/contract/system/session'
import { ApiError } from '../api/api-error.ts'
import { report } from '../api/failures.ts'
import { call } from '../api/http.ts'
import { isLeavingPage, untilGone } from '../leaving.ts'
import { signOut, useSession } from './session-store.ts'

interface Asked {
  readonly token: string | undefined
  readonly promise: Promise<PermissionResult>
}

let prefetched: Asked | undefined
let running: Asked | undefined

/** A server that is starting or briefly overloaded must not end sessions: retry delays, ms. */
const AGAIN_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000]

async function askPatiently(): Promise<PermissionResult> {
  const { token } = useSession.getState()
  for (const afterMs of AGAIN_AFTER_MS) {
    try {
      return await call(sessionEndpoints.permissions, {}, { silent: true })
    } catch (error) {
      const isOver = isLeavingPage() || useSession.getState().token !== token
      if (isOver || !(error instanceof ApiError) || !error.mayPass) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, afterMs))
  }
  return call(sessionEndpoints.permissions, {}, { silent: true })
}

async function fetchPermissions(): Promise<PermissionResult> {
  const { menu, auth, allAuth, sysSafeMode, mustChangePassword } = await askPatiently()
  if (!Array.isArray(menu) || menu.length === 0) {
    throw new ApiError('没有可用的菜单，请联系管理员授权', { status: 200, code: 510 })
  }
  const must = mustChangePassword === true ? { mustChangePassword } : {}
  return { menu, auth, allAuth, sysSafeMode: sysSafeMode === true, ...must }
}

/**
 * Prefetches menus and rights before the first render. A failure is left to {@link loadPermissions}, which runs when it
 * can be shown.
 */
export async function prefetchPermissions(): Promise<void> {
  const { token } = useSession.getState()
  prefetched = { token, promise: fetchPermissions() }
  const permissions = await prefetched.promise
  prefetched = undefined
  if (useSession.getState().token === token) keepPermissions(permissions)
}

/** Takes the prefetched answer, once. */
function takePrefetched(token: string | undefined): Promise<PermissionResult> | undefined {
  const taken = prefetched?.token === token ? prefetched?.promise : undefined
  prefetched = undefined
  return taken
}

/** Lists are kept for the browser session, state for the page (SS-33, SS-34). */
function keepPermissions(permissions: PermissionResult): void {
  sessionStorage.setItem(STORAGE_KEYS.buttonAuth, JSON.stringify(permissions.auth))
  sessionStorage.setItem(STORAGE_KEYS.allButtonAuth, JSON.stringify(permissions.allAuth))
  useSession.setState({ permissions })
}

/**
 * Menus and rights of the signed-in user; concurrent callers share the request (SS-09). When they are unavailable, or
 * there is no menu, the session ends and the guard redirects to the login page with the way back (SS-11).
 *
 * @throws ApiError after it was shown
 */
export function loadPermissions(): Promise<PermissionResult> {
  const { token } = useSession.getState()
  if (running?.token === token && running !== undefined) return running.promise
  const promise = (takePrefetched(token) ?? fetchPermissions())
    .then((permissions) => {
      // The user may have changed while the answer was in flight.
      if (useSession.getState().token === token) keepPermissions(permissions)
      return permissions
    })
    .catch(async (error: unknown) => {
      // A reload aborts the request; the session must survive for the next page.
      if (error instanceof ApiError && error.status === 0) await untilGone()
      if (isLeavingPage()) throw error
      const failure = error instanceof ApiError && error.isSessionExpired ? error : report(error, { token })
      if (useSession.getState().token === token) await signOut().catch(() => undefined)
      throw failure
    })
    .finally(() => {
      if (running?.promise === promise) running = undefined
    })
  running = { token, promise }
  return promise
}

/**
 * Applies changed rights while pages are open: replaces menus and lists in place. An unreachable server changes
 * nothing; an empty menu ends the session.
 */
export async function reloadPermissions(): Promise<void> {
  const { token } = useSession.getState()
  try {
    const permissions = await fetchPermissions()
    if (useSession.getState().token === token) keepPermissions(permissions)
  } catch (error) {
    const isWithoutMenu = error instanceof ApiError && error.code === 510
    if (!isWithoutMenu || useSession.getState().token !== token) return
    report(error, { token })
    await signOut().catch(() => undefined)
  }
}
