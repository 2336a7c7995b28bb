import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { filesEndpoints } from '@natim/contract/system/files'
import { uploadAction } from '@/lib/api/actions.ts'
import { fileUrl } from '@/lib/config.ts'

/** Answer of a server without storage: the picture is inlined in the text (contract/30 §6). */
const INLINE = 'local'

/**
 * Uploads a picture or video and returns its display address: the server's path, or the content itself when the server
 * answers `local`.
 * @throws Error with a message for the user
 */
export async function storeMedia(file: File): Promise<string> {
  const form = new FormData()
  form.set('biz', 'jeditor')
  form.set('jeditor', '1')
  form.set('file', file)
  const { success, message } = await uploadAction<Partial<Envelope>>(filesEndpoints.upload.path, form, { silent: true })
  if (success === false || !message) throw new Error(message || MESSAGES['upload.failed'])
  return message === INLINE ? dataUrlOf(file) : fileUrl(message)
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error(MESSAGES['upload.failed'], { cause: reader.error })))
    reader.readAsDataURL(file)
  })
}
