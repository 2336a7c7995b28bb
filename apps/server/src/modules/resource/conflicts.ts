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
    const name = constraintOf(error)
    const code = name === undefined ? undefined : conflicts[name]
    if (code === undefined) throw error
    throw new AppError(code, { cause: error })
  }
}

/** Citus says the name in words only, with the number of a shard behind it. */
function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = error as { constraint?: string; message?: string }
  const name = constraint ?? /unique constraint "(\w+)"/.exec(message ?? '')?.[1]
  return name?.replace(/_\d{6,}$/, '')
}
