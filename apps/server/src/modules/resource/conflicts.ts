import type { ErrorCode } from '@natim/contract/errors'
import { AppError, errorDetailsOf } from '../../platform/errors.ts'

/** Runs a write and maps the violation of a listed constraint to its error. */
export async function guardConflicts<R>(
  conflicts: Readonly<Record<string, ErrorCode>>,
  write: () => Promise<R>,
): Promise<R> {
  try {
    return await write()
  } catch (error) {
    const name = constraintOf(error)
    const code = name === undefined ? undefined : conflicts[name]
    if (code === undefined) throw error
    throw new AppError(code, { cause: error })
  }
}

/** Citus reports the constraint only in the message, with the shard number appended. */
function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = errorDetailsOf(error)
  const name = constraint ?? /unique constraint "(\w+)"/.exec(message)?.[1]
  return name?.replace(/_\d{6,}$/, '')
}
