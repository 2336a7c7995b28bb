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
  /** Undefined = none; the header is then 0. */
  readonly tenantId: string | undefined
  /** One welcome line per sign-in; empty while signed out. */
  readonly welcome: string
  /** Undefined until loaded by the guard. */
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
  // Kiosk mode stores nothing and leaves stored values of others untouched.
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
  /** Not sent by third-party and single sign-on: loaded on demand. */
  readonly sysAllDictItems?: DictItems | undefined
  /** Undefined = no tenant. */
  readonly tenantId?: string | undefined
}

/** Starts a session: stores what the family's clients store, for seven days under the exact keys (spec §3, §4). */
export function keepSession({ token, userInfo, sysAllDictItems, tenantId }: SignedIn): void {
  keep(STORAGE_KEYS.username, userInfo.username)
  keep(STORAGE_KEYS.userInfo, userInfo)
  if (sysAllDictItems !== undefined) keepDictItems(sysAllDictItems)
  keepTenant(tenantId)
  // Last: other tabs read everything when the token changes.
  keep(STORAGE_KEYS.token, token)
  useSession.setState({ token, user: userInfo, tenantId, welcome: welcomeOf(token), permissions: undefined })
}

/** Updates the signed-in user. */
export function keepUser(userInfo: UserInfo): void {
  keep(STORAGE_KEYS.userInfo, userInfo)
  useSession.setState({ user: userInfo })
}

/** Sets the tenant sent with every call. */
export function keepTenant(tenantId: string | undefined): void {
  if (tenantId === undefined) removeStored(STORAGE_KEYS.tenantId)
  else keep(STORAGE_KEYS.tenantId, tenantId)
  useSession.setState({ tenantId })
}

let forgetPages: () => void = () => undefined
/** Sets the handler that drops the kept pages; set by the composition root. */
export function onSessionCleared(handler: () => void): void {
  forgetPages = handler
}

/** Clears the session here, in the order of SS-30. */
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
/** Sets the handler that ends the sign-in elsewhere, after the server was told. */
export function onSignedOut(handler: () => void): void {
  leaveElsewhere = handler
}

/**
 * Clears the stores first, then calls with the old token; a failure of the call changes nothing (spec §4). In an
 * impersonation view it leaves the view.
 *
 * @throws the error of the call
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

/** Follows sign-ins and sign-outs of other tabs. */
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
