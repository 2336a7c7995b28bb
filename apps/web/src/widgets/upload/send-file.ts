import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { filesEndpoints } from '@natim/contract/system/files'
import { uploadAction } from '../../lib/api/actions.ts'

export interface SendOptions {
  /** Folder of the storage (contract/30 §6). */
  readonly biz: string
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** The server refused the file; its message can be shown to the user. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}

/**
 * Uploads a file and returns its path.
 *
 * @throws UploadRefused when the server refuses, ApiError when it did not answer
 */
export async function sendFile(file: File, { biz, ...options }: SendOptions): Promise<string> {
  const form = new FormData()
  form.set('biz', biz)
  form.set('file', file)
  const { success, message } = await uploadAction<Partial<Envelope>>(filesEndpoints.upload.path, form, {
    ...options,
    silent: true,
  })
  // A server of the family may omit the flag on success (D-16).
  if (success === false) throw new UploadRefused(message || MESSAGES['upload.unknown'])
  return message ?? ''
}
