import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { z } from 'zod'
import { AppError } from '../../platform/errors.ts'

/**
 * Turns a version into the body of an edit, for resources whose edits have their own rules: the restore is one more
 * edit and is refused where that would be. Only these fields are set; empty ones are cleared.
 *
 * @param version the newest when absent
 * @param patch of the edit call
 * @throws AppError row.not_found, request.invalid where the form has become stricter since
 */
export function editToVersion<Patch>(
  versions: readonly RowVersion[],
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  { keys, patch }: { readonly keys: readonly string[]; readonly patch: z.ZodType<Patch> },
): Patch {
  const wanted = version === undefined ? versions[0] : versions.find((one) => one.version === version)
  if (wanted === undefined) throw new AppError('row.not_found')
  const fields = keys.filter((key) => key in wanted.content).map((key) => [key, wanted.content[key] ?? ''])
  return patch.parse({ ...Object.fromEntries(fields), id })
}
