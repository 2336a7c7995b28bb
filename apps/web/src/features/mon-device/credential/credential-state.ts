import type { CredentialRow } from '@natim/contract/mon/device'
import { parseGmt8 } from '@natim/domain/time'
import { tickerNow } from '@/ui/ticker.ts'

export type CredentialState = 'live' | 'expiring' | 'expired' | 'revoked'

export const CREDENTIAL_STATES: Readonly<Record<CredentialState, string>> = {
  live: '有效',
  expiring: '过渡期内有效',
  expired: '已过期',
  revoked: '已吊销',
}

/** State of a secret at an instant, epoch ms. */
export function credentialState({ revokedAt, notAfter }: CredentialRow, nowMs: number): CredentialState {
  if (revokedAt !== null) return 'revoked'
  if (notAfter === null) return 'live'
  return (parseGmt8(notAfter) ?? 0) > nowMs ? 'expiring' : 'expired'
}

/** Whether the secret is valid now. */
export const isLive = (credential: CredentialRow): boolean =>
  ['live', 'expiring'].includes(credentialState(credential, tickerNow()))

/** Display names of the kinds of credentials. */
export const CREDENTIAL_TYPES: Readonly<Record<string, string>> = { token: '密钥' }
