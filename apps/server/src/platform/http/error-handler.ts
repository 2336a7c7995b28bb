import type { Envelope } from '@natim/contract/envelope'
import type { ErrorCode } from '@natim/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, errorDetailsOf } from '../errors.ts'

/** SQLSTATE to error code; all others are defects and answered as a plain 500. */
const SQLSTATE: Readonly<Record<string, ErrorCode>> = {
  '23503': 'row.in_use',
  '23505': 'row.conflict',
  '57014': 'service.timeout',
  '57P01': 'service.unavailable',
  '57P02': 'service.unavailable',
  '57P03': 'service.unavailable',
  '53300': 'service.unavailable',
  '53100': 'service.unavailable',
  '08000': 'service.unavailable',
  '08001': 'service.unavailable',
  '08003': 'service.unavailable',
  '08006': 'service.unavailable',
  ECONNREFUSED: 'service.unavailable',
  ECONNRESET: 'service.unavailable',
  EPIPE: 'service.unavailable',
  ETIMEDOUT: 'service.unavailable',
  EHOSTUNREACH: 'service.unavailable',
  ENETUNREACH: 'service.unavailable',
  ENOTFOUND: 'service.unavailable',
  EAI_AGAIN: 'service.unavailable',
  ENOENT: 'service.unavailable',
}

const LOST_CONNECTION = /timeout exceeded when trying to connect|Connection terminated|is not queryable/

const FASTIFY: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
}

/** `字段：说明；…` for the first three problems, without echoing what was sent. */
function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join('.')}：${issue.message}` : issue.message))
    .join('；')
}

/** Maps anything thrown to an AppError; undefined = unexpected. */
function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) {
    return new AppError('request.invalid', { data: { detail: describeIssues(error) }, cause: error })
  }
  const { code, statusCode, message } = errorDetailsOf(error)
  const known = code === undefined ? undefined : (SQLSTATE[code] ?? FASTIFY[code])
  if (known !== undefined) return new AppError(known, { cause: error })
  // node-postgres gives its own connection failures no code.
  if (LOST_CONNECTION.test(message)) {
    return new AppError('service.unavailable', { cause: error })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('request.malformed', { cause: error })
  }
  return undefined
}

const failures = new WeakMap<FastifyRequest, ErrorCode>()

/** Error code of a failed call; undefined when it succeeded. */
export const failureOf = (request: FastifyRequest): ErrorCode | undefined => failures.get(request)

/** The one place where a failure becomes a response. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error)
  if (known === undefined || known.status >= 500) request.log.error({ err: error }, 'request failed')
  const failure = known ?? new AppError('service.failed', { cause: error })
  failures.set(request, failure.code)
  if (failure.retryAfterS !== undefined) reply.header('retry-after', failure.retryAfterS)
  return reply.status(failure.status).send(failureEnvelope(failure, request.id))
}

/** `requestId` is added beside the five fields; clients of the family ignore unknown keys. */
export function failureEnvelope(error: AppError, requestId: string): Envelope & { requestId: string } {
  return {
    success: false,
    message: error.message,
    code: error.wireCode,
    result: error.result,
    timestamp: Date.now(),
    requestId,
  }
}
