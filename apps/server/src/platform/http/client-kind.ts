import { CACHE_BUSTER, HEADER_CLIENT } from '@natim/contract/constants'
import type { FastifyRequest } from 'fastify'

/**
 * Whether an existing client of the family calls: it sends a time with every GET (contract/00 §4) and, unlike our console,
 * does not say who it is. Programs that call the API by themselves send neither.
 */
export const isExistingClient = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): boolean =>
  headers[HEADER_CLIENT] === undefined && Object.hasOwn(query as object, CACHE_BUSTER)
