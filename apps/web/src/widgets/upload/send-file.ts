import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { filesEndpoints } from '@natim/contract/system/files'
import { uploadAction } from '../../lib/api/actions.ts'

export interface SendOptions {
  /** Folder of the store (contract/30 §6). */
  readonly biz: string
  readonly signal: AbortSignal
  readonly onProgress: (percent: number) => void
}

/** The server took the file in and refused it; its sentence is fit for the user. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}

/**
 * Stores a file and returns its path.
 *
 * @throws UploadRefused when the server says no, ApiError when it did not answer
 */
export async function sendFile(file: File, { biz, ...options }: SendOptions): Promise<string> {
  const form = new FormData()
  form.set('biz', biz)
  form.set('file', file)
  const { success, message } = await uploadAction<Partial<Envelope>>(filesEndpoints.upload.path, form, {
    ...options,
    silent: true,
  })
  // A server of the family may leave the flag out when all went well (D-16).
  if (success === false) throw new UploadRefused(message || MESSAGES['upload.unknown'])
  return message ?? ''
}
