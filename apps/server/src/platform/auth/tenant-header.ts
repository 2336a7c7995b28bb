import type { IncomingHttpHeaders } from 'node:http'
import { HEADER_TENANT } from '@natim/contract/constants'

/** Newer clients say it so; the other one wins (contract/00 §4). */
const NEWER_HEADER = 'x-tenant-id'

/** The tenant a call asks to work in: 0 = none, undefined = the header is no tenant number. */
export function readTenant(headers: IncomingHttpHeaders): number | undefined {
  const value = String(headers[HEADER_TENANT] ?? headers[NEWER_HEADER] ?? '').trim()
  if (value === '') return 0
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
