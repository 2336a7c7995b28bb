export interface ImportParts {
  readonly files: readonly File[]
  /** Sent as `isSingleTableImport`. */
  readonly biz?: string | undefined
  readonly foreignKeys?: readonly string[] | undefined
  /** Sent as 1 or 0; undefined where there is no switch. */
  readonly isValidated?: boolean | undefined
}

/** Multipart body of an import (CO-51); omitted parts are not sent. */
export function importForm({ files, biz, foreignKeys = [], isValidated }: ImportParts): FormData {
  const form = new FormData()
  if (biz) form.set('isSingleTableImport', biz)
  if (foreignKeys.length > 0) form.set('foreignKeys', foreignKeys.join(','))
  if (isValidated !== undefined) form.set('validateStatus', isValidated ? '1' : '0')
  for (const file of files) form.append('files[]', file)
  return form
}
