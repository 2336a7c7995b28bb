import type { ErrorCode } from '@natim/contract/errors'
import { SIGN_IN_LOG, writeAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { clearFailures, countFailure, createAddressLimiter, isLocked, usernameKey } from './login-guard.repository.ts'

/** Where an attempt to sign in comes from. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

export interface Refusal {
  readonly visitor: Visitor
  /** Whose failure it is; without a name only the address is counted. */
  readonly username?: string | undefined
  /** Whose account it was tried on: he sees the line in his own log. */
  readonly userId?: string | undefined
  /** For the log; the answer says only `code`. */
  readonly reason: string
  readonly code: ErrorCode
}

/** What every way to sign in passes: limits by address, the lock on the name, the log of failures (security §2). */
export function createSignInGate({ db, now }: { readonly db: Db; readonly now: () => number }) {
  const addresses = createAddressLimiter(now)
  return {
    /** @throws AppError request.too_many after 20 failures of the address within a minute */
    admit({ ip }: Visitor): void {
      if (addresses.isOver(ip)) throw new AppError('request.too_many', { retryAfterS: 60 })
    },
    isLocked: (username: string) => isLocked(db, usernameKey(username)),
    /** Forgets the failures of a name, and its lock. */
    clear: (username: string) => clearFailures(db, usernameKey(username)),
    /** Counts and logs a failure. @throws AppError `refusal.code`, always */
    async refuse({ visitor, username, userId, reason, code }: Refusal): Promise<never> {
      addresses.count(visitor.ip)
      if (username !== undefined) await countFailure(db, usernameKey(username))
      await writeAudit(db, {
        logType: SIGN_IN_LOG,
        content: `登录失败：${reason}`,
        success: false,
        userId,
        username,
        ip: visitor.ip,
      })
      throw new AppError(code)
    },
  }
}
