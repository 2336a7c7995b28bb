import { CACHE_BUSTER, HEADER_CLIENT } from '@natim/contract/constants'
import type { FastifyRequest } from 'fastify'

/**
 * Whether the caller is an existing client of the family: it sends a timestamp with every GET (contract/00 §4) and,
 * unlike our console, does not identify itself. Other programs that call the API send neither.
 */
export const isExistingClient = ({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): boolean =>
  headers[HEADER_CLIENT] === undefined && Object.hasOwn(query as object, CACHE_BUSTER)
