import type { IncomingHttpHeaders } from 'node:http'
import { HEADER_TENANT } from '@natim/contract/constants'

/** Sent by newer clients; the other header takes precedence (contract/00 §4). */
const NEWER_HEADER = 'x-tenant-id'

/** The tenant a call asks to work in: 0 = none, undefined = not a tenant number. */
export function readTenant(headers: IncomingHttpHeaders): number | undefined {
  const value = String(headers[HEADER_TENANT] ?? headers[NEWER_HEADER] ?? '').trim()
  if (value === '') return 0
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
