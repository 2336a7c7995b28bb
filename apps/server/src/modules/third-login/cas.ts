import { type Egress, EgressError } from '../../platform/egress.ts'
import { AppError } from '../../platform/errors.ts'

/** The user of a validated ticket: the first `user` element inside `authenticationSuccess` (CAS protocol 3.0, §2.5). */
const SUCCESS = /<(?:\w+:)?authenticationSuccess>\s*<(?:\w+:)?user>([^<]{1,64})<\/(?:\w+:)?user>/
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

/**
 * Validates a ticket with the CAS server; returns the user name, or undefined for an invalid ticket.
 *
 * @throws AppError cas.failed when the server does not answer
 */
export async function validateTicket(
  egress: Egress,
  casUrl: string,
  { ticket, service }: { readonly ticket: string; readonly service: string },
): Promise<string | undefined> {
  const parameters = new URLSearchParams({ ticket, service })
  const { status, text } = await egress(`${casUrl}/p3/serviceValidate?${parameters.toString()}`).catch(
    (error: unknown) => {
      if (error instanceof EgressError) throw new AppError('cas.failed', { cause: error })
      throw error
    },
  )
  const user = status === 200 ? SUCCESS.exec(text)?.[1] : undefined
  return user?.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity).trim()
}
