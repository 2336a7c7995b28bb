import { SESSION_STORAGE_MS, STORAGE_KEYS } from '@natim/contract/constants'
import {
  type LoginForm,
  type LoginResult,
  type PermissionResult,
  sessionEndpoints,
  type UserInfo,
} from '@natim/contract/system/session'
import { create } from 'zustand'
import { call } from '../api/http.ts'
import { readStored, removeStored, writeStored } from '../storage.ts'

interface SessionState {
  readonly token: string | undefined
  readonly user: UserInfo | undefined
  /** Undefined until the guard loaded it. */
  readonly permissions: PermissionResult | undefined
}

function stored(): SessionState {
  const token = readStored(STORAGE_KEYS.token)
  const user = readStored(STORAGE_KEYS.userInfo)
  return {
    token: typeof token === 'string' && token !== '' ? token : undefined,
    user: typeof user === 'object' && user !== null ? (user as UserInfo) : undefined,
    permissions: undefined,
  }
}

export const useSession = create<SessionState>(stored)

const keep = (key: string, value: unknown) => writeStored(key, value, SESSION_STORAGE_MS)

/** Signs in and keeps what the family's clients keep, for seven days under the exact keys (spec §3, §4). */
export async function signIn(form: LoginForm): Promise<LoginResult> {
  const result = await call(sessionEndpoints.login, { body: form }, { silent: true })
  keep(STORAGE_KEYS.token, result.token)
  keep(STORAGE_KEYS.username, result.userInfo.username)
  keep(STORAGE_KEYS.userInfo, result.userInfo)
  keep(STORAGE_KEYS.dictItems, result.sysAllDictItems)
  useSession.setState({ token: result.token, user: result.userInfo, permissions: undefined })
  return result
}

/** Menus and rights of the signed-in user. @throws ApiError, or Error when the menu is empty (spec §4). */
export async function loadPermissions(): Promise<PermissionResult> {
  const permissions = await call(sessionEndpoints.permissions, {}, { silent: true })
  if (permissions.menu.length === 0) throw new Error('没有可用的菜单，请联系管理员授权')
  sessionStorage.setItem(STORAGE_KEYS.buttonAuth, JSON.stringify(permissions.auth))
  sessionStorage.setItem(STORAGE_KEYS.allButtonAuth, JSON.stringify(permissions.allAuth))
  useSession.setState({ permissions })
  return permissions
}

/** Forgets the session here. The order is the spec's: stores first, then the call, whose failure changes nothing. */
export function clearSession(): void {
  for (const key of [
    STORAGE_KEYS.token,
    STORAGE_KEYS.userInfo,
    STORAGE_KEYS.username,
    STORAGE_KEYS.dictItems,
    STORAGE_KEYS.tenantId,
  ]) {
    removeStored(key)
  }
  sessionStorage.removeItem(STORAGE_KEYS.buttonAuth)
  sessionStorage.removeItem(STORAGE_KEYS.allButtonAuth)
  useSession.setState({ token: undefined, user: undefined, permissions: undefined })
}

export async function signOut(): Promise<void> {
  const { token } = useSession.getState()
  clearSession()
  if (token === undefined) return
  try {
    await call(sessionEndpoints.logout, {}, { silent: true, token })
  } catch {
    // The server may be away or the session already over: signed out here either way.
  }
}

/** Another tab signed in or out: follow it. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== STORAGE_KEYS.token && event.key !== null) return
    const next = stored()
    if (next.token !== useSession.getState().token) useSession.setState(next)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
