import { type Endpoint, viewRefusalOf } from '@natim/contract/endpoint'
import { useCan } from '../lib/permissions/use-rights.ts'
import { viewMode } from '../lib/view-mode.ts'

/**
 * Whether the signed-in user may call an endpoint; false for an endpoint that a resource does not have. During
 * impersonation, actions that the server would refuse are not offered.
 */
export function useMay(endpoint: Endpoint | undefined): boolean {
  const access = endpoint?.access
  const isAllowed = useCan(access ?? '')
  if (endpoint === undefined || (viewMode() !== undefined && !readsInView(endpoint))) return false
  return access === 'public' || access === 'signedIn' || isAllowed
}

const readsInView = (endpoint: Endpoint): boolean =>
  [endpoint.method].flat().some((method) => viewRefusalOf(endpoint, method) === undefined)
