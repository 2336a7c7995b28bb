import { LANDING_PATH, SESSION_STORAGE_MS, STORAGE_KEYS } from '@natim/contract/constants'
import { type LookResult, lookEndpoints } from '@natim/contract/system/rights'
import { call } from '../api/http.ts'
import { pageReload } from '../reload-page.ts'
import { SETTING_CODECS } from '../settings.ts'
import { readStored, writeStored } from '../storage.ts'
import { startViewMode, type ViewMode } from '../view-mode.ts'

/**
 * Shows the console as this user, or a holder of this role, sees it, in this tab (ADR 0027). The page is reloaded, so
 * that no own data stay in memory. Leaving returns to this page, which finds the subject in its query.
 *
 * @throws ApiError after it was reported
 */
export async function lookAs(subject: { kind: ViewMode['kind']; id: string }): Promise<void> {
  const look = await call(lookEndpoints.look, { body: subject })
  const taken = ownLook()
  startViewMode({
    token: look.token,
    name: look.name,
    kind: subject.kind,
    endsAtMs: Date.now() + look.lifeMs,
    backTo: `${window.location.pathname}?${new URLSearchParams(subject)}`,
  })
  keepLook(look)
  for (const [key, value] of taken) writeStored(key, value, null)
  pageReload.to(LANDING_PATH)
}

/** The user's own console settings, and the dictionaries, which are the same for everybody. */
function ownLook(): readonly (readonly [key: string, value: unknown])[] {
  const keys = [...Object.values(SETTING_CODECS).map(({ key }) => key), STORAGE_KEYS.dictItems]
  return keys.map((key) => [key, readStored(key)] as const).filter(([, value]) => value !== undefined)
}

/** Stores what a sign-in stores (session-store.ts), for the user that is shown. */
function keepLook({ token, userInfo, tenantId }: LookResult): void {
  const keep = (key: string, value: unknown) => writeStored(key, value, SESSION_STORAGE_MS)
  keep(STORAGE_KEYS.token, token)
  keep(STORAGE_KEYS.username, userInfo.username)
  keep(STORAGE_KEYS.userInfo, userInfo)
  if (tenantId !== null) keep(STORAGE_KEYS.tenantId, String(tenantId))
}
