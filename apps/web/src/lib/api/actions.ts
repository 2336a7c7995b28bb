import type { HttpMethod } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { saveFile } from '../save-file.ts'
import { readBody, readFile } from './answers.ts'
import { report } from './failures.ts'
import { currentToken, exchange, type Outgoing } from './transport.ts'

/**
 * Calls by path, for parts whose address is configured (import, upload, pop-ups) and so is in no endpoint table.
 * Returns the whole body; the caller reads its success flag (CA-11).
 *
 * @throws ApiError after it was reported: no answer, or an error status
 */
async function act<T>(given: Omit<Outgoing, 'token'>, { silent = false, hasToken = true } = {}): Promise<T> {
  const request = { ...given, token: hasToken ? currentToken() : undefined }
  try {
    return await exchange(request, readBody<T>)
  } catch (error) {
    throw report(error, { silent, token: request.token })
  }
}

type Query = Readonly<Record<string, unknown>>

export const getAction = <T = Envelope>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  act({ method: 'GET', path, query, signal, isSigned: true })

export const postAction = <T = Envelope>(path: string, body: object): Promise<T> =>
  act({ method: 'POST', path, body, isSigned: true })

export const putAction = <T = Envelope>(path: string, body: object): Promise<T> =>
  act({ method: 'PUT', path, body, isSigned: false })

export const deleteAction = <T = Envelope>(path: string, query: Query): Promise<T> =>
  act({ method: 'DELETE', path, query, isSigned: false })

/** Any method, signed. */
export const httpAction = <T = Envelope>(path: string, body: Query, method: HttpMethod): Promise<T> =>
  method === 'GET' ? getAction(path, body) : act({ method, path, body, isSigned: true })

export interface UploadOptions {
  /** Share of the body sent, 0–100. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
  /** The caller shows the failure itself. */
  readonly silent?: boolean
  /** Whether the session's token is sent (SS-47); true by default. */
  readonly hasToken?: boolean
}

/** Multipart; the browser sets the boundary. */
export const uploadAction = <T = Envelope>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> => {
  const { onProgress, signal, ...reporting } = options
  return act({ method: 'POST', path, body: form, isSigned: false, onProgress, signal }, reporting)
}

export interface DownloadOptions {
  /** Name of the saved file; by default the server's, else the last part of the path. */
  readonly name?: string
  readonly query?: Query
  /** With a body the file is requested by POST. */
  readonly body?: object
}

/** Fetches a file and saves it as a download. Shows why it failed, `文件下载失败` as a fallback (CA-12). */
export async function downloadFile(path: string, { name, query, body }: DownloadOptions = {}): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST'
  const token = currentToken()
  let given = name
  try {
    const file = await exchange({ method, path, query, body, isSigned: false, token }, (response) => {
      given ??= nameOf(response.headers.get('content-disposition'))
      return readFile(response)
    })
    saveFile(given ?? lastPart(path), file)
  } catch (error) {
    throw report(error, { token })
  }
}

const lastPart = (path: string) => path.replace(/\?.*$/, '').split('/').pop() || 'download'

/** RFC 6266: the encoded form takes precedence over the plain one. */
export function nameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded)
  } catch {
    return plain
  }
}
