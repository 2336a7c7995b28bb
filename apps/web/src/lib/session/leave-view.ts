import { sessionEndpoints } from '@natim/contract/system/session'
import { call } from '../api/http.ts'
import { pageReload } from '../reload-page.ts'
import { endViewMode, viewMode } from '../view-mode.ts'

/** An unreachable server must not keep the user in a view. */
const GOODBYE_MS = 2_000

let isLeaving = false

/**
 * Returns to the user's own console where the view began. `over`: the view ended without being asked, so the next page
 * says why.
 */
export async function leaveView(why: 'left' | 'over'): Promise<void> {
  const mode = viewMode()
  if (mode === undefined || isLeaving) return
  isLeaving = true
  const told = call(sessionEndpoints.logout, {}, { silent: true, token: mode.token }).catch(() => undefined)
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, GOODBYE_MS))])
  endViewMode(why)
  pageReload.to(mode.backTo)
}
