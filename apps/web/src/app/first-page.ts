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

/** The whole country, as the page asks for it without an address that says otherwise. */
const HOME_INPUT = { query: { region: undefined } }

/** The login form works before the rest comes in. */
const CONSOLE_AFTER_MS = 2_000

/** Longer than this is waited for in sight. */
const SPLASH_AFTER_MS = 400

/** While somebody types their password, the console they will see is loaded. */
function preloadConsole(): void {
  setTimeout(() => void ConsolePage.preload().catch(() => undefined), CONSOLE_AFTER_MS)
}

/** The figures of the landing page are on their way while it is drawn for the first time. */
function prefetchHome(): void {
  if (!can('mon:home:view', useSession.getState().permissions)) return
  void queryClient.prefetchQuery(endpointQuery(homeEndpoints.summary, HOME_INPUT))
}

function partsOf(pathname: string): Promise<unknown>[] {
  // A kiosk has no menu and no rights to ask for.
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
 * Asks side by side for what the first page needs, its code as well as menus and rights. Done when it can be drawn at
 * once, or when waiting has to be seen; a failure is met by whoever needs the part.
 */
export async function preloadFirstPage(pathname: string): Promise<void> {
  const parts = Promise.allSettled(partsOf(pathname))
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, SPLASH_AFTER_MS))])
}
