import type { Endpoint } from '@natim/contract/endpoint'
import { useCan } from '../lib/permissions/use-rights.ts'

/** Whether the signed-in user may call an endpoint; false for an endpoint that a resource does not have. */
export function useMay(endpoint: Endpoint | undefined): boolean {
  const access = endpoint?.access
  const isAllowed = useCan(access ?? '')
  return access === 'public' || access === 'signedIn' || isAllowed
}
