import { LANDING_PATH, LOGIN_PATH } from '@natim/contract/constants'
import { extraLoginPath } from '../lib/config.ts'
import { isLoginPath, isPublicPath, loginAliasOf, loginWithRedirect, safeRedirect } from '../lib/paths.ts'

interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

/** Added to the login path by the way out of a sign-in of the container that does not work. */
const BY_ACCOUNT = 'account'

/** Addresses that only lead on (spec §2). */
const REDIRECTS: Readonly<Record<string, string>> = { '/': LANDING_PATH, '/test': '/test/home' }

/**
 * The route guard of spec §2: where an address leads instead, or undefined when it may be shown. Inside a chat app its
 * own sign-in stands for the account page (D-14).
 */
export function guard(
  { pathname, search, hash }: Address,
  { hasToken, inChatApp }: { readonly hasToken: boolean; readonly inChatApp: boolean },
): string | undefined {
  const alias = loginAliasOf(pathname)
  if (alias !== undefined) return alias + search
  const query = new URLSearchParams(search)
  if (hasToken) {
    if (isLoginPath(pathname)) return safeRedirect(query.get('redirect'))
    return REDIRECTS[pathname]
  }
  if (!isPublicPath(pathname)) {
    return loginWithRedirect(pathname + search + hash, inChatApp ? extraLoginPath() : LOGIN_PATH)
  }
  if (inChatApp && pathname === LOGIN_PATH && !query.has(BY_ACCOUNT)) return extraLoginPath() + search
  return undefined
}
