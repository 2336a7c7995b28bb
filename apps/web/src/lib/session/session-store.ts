import { SESSION_STORAGE_MS, STORAGE_KEYS } from '@natim/contract/constants'
import { type PermissionResult, sessionEndpoints, type UserInfo } from '@natim/contract/system/session'
import { create } from 'zustand'
import { call } from '../api/http.ts'
import { kioskMode } from '../kiosk-mode.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'
import { viewMode } from '../view-mode.ts'
import { type DictItems, forgetDictItems, keepDictItems } from './dict-items.ts'
import { leaveView } from './leave-view.ts'
import { welcomeOf } from './welcome.ts'

interface SessionState {
  readonly token: string | undefined
  readonly user: UserInfo | undefined
  /** Undefined = none; the header then says 0. */
  readonly tenantId: string | undefined
  /** One short line a sign-in; empty while signed out. */
  readonly welcome: string
  /** Undefined until the guard loaded it. */
  readonly permissions: PermissionResult | undefined
}

const SIGNED_OUT: SessionState = {
  token: undefined,
  user: undefined,
  tenantId: undefined,
  welcome: '',
  permissions: undefined,
}

function stored(): SessionState {
  const kiosk = kioskMode()
  // Nothing of it is kept, and nothing that others keep here is touched.
  if (kiosk !== undefined) return { ...SIGNED_OUT, token: kiosk.token }
  const token = readStored(STORAGE_KEYS.token)
  if (typeof token !== 'string' || token === '') return SIGNED_OUT
  const user = readStored(STORAGE_KEYS.userInfo)
  const tenantId = readStored(STORAGE_KEYS.tenantId)
  return {
    token,
    user: typeof user === 'object' && user !== null ? (user as UserInfo) : undefined,
    tenantId: typeof tenantId === 'string' || typeof tenantId === 'number' ? String(tenantId) : undefined,
    welcome: welcomeOf(token),
    permissions: undefined,
  }
}

export const useSession = create<SessionState>(stored)

const keep = (key: string, value: unknown) => writeStored(key, value, SESSION_STORAGE_MS)

export interface SignedIn {
  readonly token: string
  readonly userInfo: UserInfo
  /** Third-party and single sign-on send none: they are loaded when asked for. */
  readonly sysAllDictItems?: DictItems | undefined
  /** Undefined = no tenant. */
  readonly tenantId?: string | undefined
}

/** Begins a session: keeps what the family's clients keep, seven days under the exact keys (spec §3, §4). */
export function keepSession({ token, userInfo, sysAllDictItems, tenantId }: SignedIn): void {
  keep(STORAGE_KEYS.username, userInfo.username)
  keep(STORAGE_KEYS.userInfo, userInfo)
  if (sysAllDictItems !== undefined) keepDictItems(sysAllDictItems)
  keepTenant(tenantId)
  // Last: other tabs look at all of it when the token changes.
  keep(STORAGE_KEYS.token, token)
  useSession.setState({ token, user: userInfo, tenantId, welcome: welcomeOf(token), permissions: undefined })
}

/** What the server says about the signed-in user from now on. */
export function keepUser(userInfo: UserInfo): void {
  keep(STORAGE_KEYS.userInfo, userInfo)
  useSession.setState({ user: userInfo })
}

/** The tenant sent with every call from now on. */
export function keepTenant(tenantId: string | undefined): void {
  if (tenantId === undefined) removeStored(STORAGE_KEYS.tenantId)
  else keep(STORAGE_KEYS.tenantId, tenantId)
  useSession.setState({ tenantId })
}

let forgetPages: () => void = () => undefined
/** Who drops the pages kept alive; set by the composition root. */
export function onSessionCleared(handler: () => void): void {
  forgetPages = handler
}

/** Forgets the session here, in the order of SS-30. */
export function clearSession(): void {
  removeStored(STORAGE_KEYS.token)
  sessionStorage.removeItem(STORAGE_KEYS.buttonAuth)
  sessionStorage.removeItem(STORAGE_KEYS.allButtonAuth)
  removeStored(STORAGE_KEYS.userInfo)
  removeStored(STORAGE_KEYS.username)
  forgetDictItems()
  useSession.setState(SIGNED_OUT)
  forgetPages()
  removeStored(STORAGE_KEYS.tenantId)
}

let leaveElsewhere: () => void = () => undefined
/** Who ends the sign-in elsewhere, once the server was told. */
export function onSignedOut(handler: () => void): void {
  leaveElsewhere = handler
}

/**
 * Stores first, then the call with the old token, whose failure changes nothing (spec §4). In a view it ends the view.
 *
 * @throws what the call met
 */
export async function signOut(): Promise<void> {
  if (viewMode() !== undefined) return leaveView('over')
  const { token } = useSession.getState()
  clearSession()
  if (token === undefined) return
  try {
    await call(sessionEndpoints.logout, {}, { silent: true, token })
  } finally {
    leaveElsewhere()
  }
}

/** Another tab signed in or out: follow it. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEYS.token && event.key !== null) return
    const next = stored()
    if (next.token === useSession.getState().token) return
    if (next.token === undefined) forgetPages()
    useSession.setState(next)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
