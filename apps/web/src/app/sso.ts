import { onSignedOut, useSession } from '../lib/session/session-store.ts'
import { enter, signInBySso } from '../lib/session/sign-in.ts'

export interface SsoPlace {
  /** Address of the CAS server, without a trailing slash. */
  readonly casUrl: string
  /** Current address of the browser. */
  readonly here: URL
  /** Redirects the browser. */
  readonly go: (address: string) => void
}

/**
 * Single sign-on (contract/10 §6): a ticket in the address is exchanged for a session; without either the browser is
 * redirected to the CAS server. Only in builds made with `VITE_SSO=on`.
 *
 * @returns whether the console may be rendered; false while the browser is being redirected
 */
export async function passSso({ casUrl, here, go }: SsoPlace): Promise<boolean> {
  const service = `${here.origin}/`
  const toCas = (page: 'login' | 'logout') => go(`${casUrl}/${page}?service=${encodeURIComponent(service)}`)
  onSignedOut(() => toCas('logout'))
  if (useSession.getState().token !== undefined) return true
  const ticket = here.searchParams.get('ticket')
  if (ticket !== null) {
    try {
      await enter(await signInBySso(ticket, service))
      return true
    } catch {
      // The ticket was used up or forged: get another one from the CAS server.
    }
  }
  toCas('login')
  return false
}
