import type { Endpoint } from '@natim/contract/endpoint'
import { can } from '../lib/permissions/can.ts'
import { useSession } from '../lib/session/session-store.ts'

/** Whether the signed-in user may call an endpoint; false for an endpoint that a resource does not have. */
export function useMay(endpoint: Endpoint | undefined): boolean {
  return useSession((state) => {
    if (endpoint === undefined) return false
    const { access } = endpoint
    return access === 'public' || access === 'signedIn' || can(access, state.permissions)
  })
}
