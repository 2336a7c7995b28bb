import type { Envelope } from '@natim/contract/envelope'
import { fill, MESSAGES } from '@natim/contract/messages'
import { noteServerTime } from '../clock.ts'
import { ApiError } from './api-error.ts'

/** Message when the answer has no readable one. */
const textOf = (status: number) => (status === 504 ? MESSAGES['http.504'] : fill('http.other', { status }))

/** The body without envelope (CA-06). @throws ApiError for an error status, and for invalid JSON */
export async function readBody<T>(response: Response): Promise<T> {
  const body = await readJson(response, textOf(response.status))
  if (!response.ok) throw failureOf(response, body)
  return body as T
}

/** The body of an enveloped call. @throws ApiError also when its success flag is false (CA-08) */
export async function readEnvelope<T>(response: Response, sentMs: number): Promise<Envelope<T>> {
  const body = await readBody<Envelope<T>>(response)
  if (typeof body.timestamp === 'number') noteServerTime(body.timestamp, sentMs, Date.now())
  if (!body.success) throw failureOf(response, body)
  return body
}

/** A result without an envelope; refusals still have one. @throws ApiError */
export async function readBare<T>(response: Response): Promise<{ result: T; message: string; code: number }> {
  const body = await readBody<T & { success?: boolean }>(response)
  if (body?.success === false) throw failureOf(response, body)
  return { result: body, message: '', code: response.status }
}

/** A file. Failures come as JSON inside the blob and are read as such (CA-09). */
export async function readFile(response: Response): Promise<Blob> {
  if (!response.ok) throw failureOf(response, await readJson(response, MESSAGES['download.failed']))
  await refuse(response.clone())
  const file = await response.blob()
  if (file.size === 0) throw new ApiError(MESSAGES['download.failed'], { status: 200, code: 500 })
  return file
}

/** Throws when the server refused with an envelope instead of the file. */
async function refuse(response: Response): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return
  const body = await readJson(response, MESSAGES['download.failed'])
  if ((body as Partial<Envelope> | null)?.success === false) throw failureOf(response, body)
}

function failureOf(response: Response, body: unknown): ApiError {
  const { message, code, requestId } = (body ?? {}) as Partial<Envelope> & { requestId?: string }
  return new ApiError(message || textOf(response.status), {
    status: response.status,
    code: code ?? response.status,
    requestId: requestId ?? response.headers.get('x-request-id') ?? undefined,
  })
}

async function readJson(response: Response, otherwise: string): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    // Aborted while reading: no answer, not a wrong one.
    if (error instanceof DOMException) throw error
    throw new ApiError(otherwise, {
      status: response.ok ? 502 : response.status,
      code: response.status,
      cause: error,
    })
  }
}
