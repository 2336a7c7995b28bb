import type { Endpoint } from '@natim/contract/endpoint'
import type { ErrorCode } from '@natim/contract/errors'

/**
 * Why a call is refused to somebody who looks at the console as another user sees it (ADR 0027); undefined = it reads.
 * What is not known to read does not.
 */
export function refusalInView({ inView, wire }: Endpoint, method: string): ErrorCode | undefined {
  if (inView === 'private') return 'look.private'
  if (wire === 'binary') return 'look.export'
  const reads = inView === 'reads' || (inView !== 'changes' && (method === 'GET' || method === 'HEAD'))
  return reads ? undefined : 'look.read_only'
}
