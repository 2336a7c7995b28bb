import type { Envelope } from '@natim/contract/envelope'
import { MESSAGES } from '@natim/contract/messages'
import { filesEndpoints } from '@natim/contract/system/files'
import { uploadAction } from '@/lib/api/actions.ts'
import type { Column } from '../core/column.ts'

/** Outcome of an upload: its path, or why it was not stored. */
export type Sent = { readonly path: string } | { readonly message: string }

/** Form field by which the server recognises grid files (contract/30 §6). */
const GRID_UPLOAD = { isup: '1' } as const

/**
 * Uploads a file to the column's address, else to the console's own. The path is in the field `props.responseName` of
 * the answer, `message` by default; an answer without `success` counts as successful (D-16).
 */
export async function sendCellFile(column: Column, file: File, onProgress: (percent: number) => void): Promise<Sent> {
  const form = new FormData()
  for (const [name, value] of Object.entries(GRID_UPLOAD)) form.set(name, value)
  form.set('file', file)
  const { action = filesEndpoints.upload.path, token = column.action === undefined } = column
  try {
    const answer = await uploadAction<Partial<Envelope> & Record<string, unknown>>(action, form, {
      onProgress,
      hasToken: token,
      silent: true,
    })
    if (answer.success === false) return { message: answer.message || MESSAGES['upload.unknown'] }
    return { path: String(answer[String(column.props?.['responseName'] ?? 'message')] ?? '') }
  } catch {
    return { message: MESSAGES['upload.failed'] }
  }
}
