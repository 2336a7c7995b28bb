import { onSignedOut, useSession } from '../lib/session/session-store.ts'
import { enter, signInBySso } from '../lib/session/sign-in.ts'

export interface SsoPlace {
  /** Of the CAS server, without a slash at its end. */
  readonly casUrl: string
  /** Where the browser is. */
  readonly here: URL
  /** Sends the browser elsewhere. */
  readonly go: (address: string) => void
}

/**
 * Single sign-on (contract/10 §6): a ticket in the address is exchanged for a session, and without either the browser
 * goes to the CAS server. Only builds made with `VITE_SSO=on` hold this file.
 *
 * @returns whether the console may be drawn; false while the browser is on its way elsewhere
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
      // Used up or forged: the CAS server gives another.
    }
  }
  toCas('login')
  return false
}
