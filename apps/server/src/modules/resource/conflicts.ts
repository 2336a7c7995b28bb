import type { ErrorCode } from '@natim/contract/errors'
import { AppError } from '../../platform/errors.ts'

/** Runs a write; the violation of a constraint named in the table becomes its error. */
export async function guardConflicts<R>(
  conflicts: Readonly<Record<string, ErrorCode>>,
  write: () => Promise<R>,
): Promise<R> {
  try {
    return await write()
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    const code = constraint === undefined ? undefined : conflicts[constraint]
    if (code === undefined) throw error
    throw new AppError(code, { cause: error })
  }
}
