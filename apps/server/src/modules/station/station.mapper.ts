import type { stationForm } from '@natim/contract/mon/station'
import type { z } from 'zod'

type ParsedForm = z.output<typeof stationForm>

/** Named columns only; keys a client adds never reach the table (security §0.3). */
export function columnsOf(form: ParsedForm): Omit<ParsedForm, 'id'>
export function columnsOf(form: Partial<ParsedForm>): Partial<Omit<ParsedForm, 'id'>>
export function columnsOf({ id: _id, ...form }: Partial<ParsedForm>) {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined && value !== null))
}
