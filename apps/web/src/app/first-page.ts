import { LANDING_PATH } from '@natim/contract/constants'
import { homeEndpoints } from '@natim/contract/mon/home'
import { views as dashboard } from '../features/dashboard/views.ts'
import { kioskMode } from '../lib/kiosk-mode.ts'
import { lazyPage } from '../lib/lazy-page.ts'
import { can } from '../lib/permissions/can.ts'
import { queryClient } from '../lib/query/query-client.ts'
import { endpointQuery } from '../lib/query/use-endpoint.ts'
import { prefetchPermissions } from '../lib/session/permissions.ts'
import { useSession } from '../lib/session/session-store.ts'

export const LoginPage = lazyPage(() => import('../features/login/login-page.tsx'))
export const ConsolePage = lazyPage(async () => ({ default: (await import('./console.tsx')).Console }))

/** Same input as the page's request without a region in the address. */
const HOME_INPUT = { query: { region: undefined } }

/** The login form is usable before the rest is loaded. */
const CONSOLE_AFTER_MS = 2_000

/** After this the splash is shown. */
const SPLASH_AFTER_MS = 400

/** Preloads the console while the user types the password. */
function preloadConsole(): void {
  setTimeout(() => void ConsolePage.preload().catch(() => undefined), CONSOLE_AFTER_MS)
}

/** Prefetches the figures of the landing page during its first render. */
function prefetchHome(): void {
  if (!can('mon:home:view', useSession.getState().permissions)) return
  void queryClient.prefetchQuery(endpointQuery(homeEndpoints.summary, HOME_INPUT))
}

function partsOf(pathname: string): Promise<unknown>[] {
  // A kiosk has no menu and no rights to load.
  if (kioskMode() !== undefined) return []
  if (useSession.getState().token === undefined) return [LoginPage.preload().then(preloadConsole)]
  const isLanding = pathname === '/' || pathname === LANDING_PATH
  return [
    ConsolePage.preload(),
    isLanding ? prefetchPermissions().then(prefetchHome) : prefetchPermissions(),
    ...(isLanding ? [dashboard['dashboard/Analysis'].preload()] : []),
  ]
}

/**
 * Loads in parallel what the first page needs: code, menus and rights. Resolves when it can be rendered at once, or
 * when the splash is due; failures are left to the part that needs the data.
 */
export async function preloadFirstPage(pathname: string): Promise<void> {
  const parts = Promise.allSettled(partsOf(pathname))
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS))])
}
