import { type Endpoint, type ViewRefusal, viewRefusalOf } from '@natim/contract/endpoint'
import type { ErrorCode } from '@natim/contract/errors'

const REFUSALS: Readonly<Record<ViewRefusal, ErrorCode>> = {
  private: 'look.private',
  file: 'look.export',
  changes: 'look.read_only',
}

/** Why a call is refused in a view (the console as another user sees it, ADR 0027); undefined = a read. */
export function refusalInView(endpoint: Endpoint, method: string): ErrorCode | undefined {
  const refusal = viewRefusalOf(endpoint, method)
  return refusal && REFUSALS[refusal]
}
