import type { ErrorCode } from '@natim/contract/errors'
import { SIGN_IN_LOG, writeAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  clearFailures,
  giveAddressBack,
  giveAttemptBack,
  isLocked,
  lockAfterFailure,
  reserveAddress,
  reserveAttempt,
  usernameKey,
} from './login-guard.repository.ts'

/** Origin of a sign-in attempt. */
export interface Visitor {
  readonly ip: string
  readonly userAgent: string
}

export interface Refusal {
  /** Name the failure counts against; without one only the address is counted. */
  readonly username?: string | undefined
  /** Owner of the account that was tried: the line appears in their own log. */
  readonly userId?: string | undefined
  /** For the log; the response contains only `code`. */
  readonly reason: string
  readonly code: ErrorCode
}

/** One sign-in attempt. */
export interface Trial {
  readonly visitor: Visitor
  /**
   * Ends the attempt as a failure: counted against address and name, and logged. @throws AppError `refusal.code`,
   * always
   */
  refuse(refusal: Refusal): Promise<never>
  /**
   * Judges a proof for a name. A proof for a locked name must be refused like a wrong one; success clears the failures
   * of the name.
   *
   * @throws AppError request.too_many while as many attempts on the name are in flight as it has failures left
   */
  onName<T>(username: string, judge: (isLocked: boolean) => Promise<T>): Promise<T>
}

/** How long concurrent sign-ins from one address wait for each other. */
const PATIENCE_MS = 10_000

/**
 * Common gate of all sign-ins: limits by address, the lock on the name, the log of failures (security §2). An attempt
 * is counted in the database before it is judged, and released when it succeeds.
 */
export function createSignInGate({ db }: { readonly db: Db }) {
  const underWay = createUnderWay()

  async function enter(ip: string): Promise<string> {
    const deadlineMs = performance.now() + PATIENCE_MS
    for (;;) {
      const bookedAt = await reserveAddress(db, ip)
      if (bookedAt !== undefined) return bookedAt
      if (performance.now() > deadlineMs || !(await underWay.next(ip)))
        throw new AppError('request.too_many', { retryAfterS: 60 })
    }
  }

  async function run<T>(visitor: Visitor, bookedAt: string, judge: (trial: Trial) => Promise<T>): Promise<T> {
    const { trial, hasFailed } = createTrial(db, visitor)
    try {
      return await judge(trial)
    } finally {
      if (!hasFailed()) await giveAddressBack(db, visitor.ip, bookedAt)
    }
  }

  return {
    /**
     * Runs one attempt. Errors thrown by `refuse` count against the address, others do not.
     *
     * @throws AppError request.too_many after 20 failures of the address within a minute
     */
    async attempt<T>(visitor: Visitor, judge: (trial: Trial) => Promise<T>): Promise<T> {
      const bookedAt = await enter(visitor.ip)
      return underWay.track(visitor.ip, run(visitor, bookedAt, judge))
    },
    isLocked: (username: string) => isLocked(db, usernameKey(username)),
    /** Clears the failures and the lock of a name. */
    clear: (username: string) => clearFailures(db, usernameKey(username)),
  }
}

function createTrial(db: Db, visitor: Visitor): { readonly trial: Trial; readonly hasFailed: () => boolean } {
  const { ip } = visitor
  let hasFailed = false
  /** Names counted by `onName`. */
  const judged = new Set<string>()
  const trial: Trial = {
    visitor,
    async refuse({ username, userId, reason, code }) {
      hasFailed = true
      const key = username === undefined ? undefined : usernameKey(username)
      if (key !== undefined && !judged.has(key) && (await reserveAttempt(db, key))) await lockAfterFailure(db, key)
      await writeAudit(db, {
        logType: SIGN_IN_LOG,
        content: `登录失败：${reason}`,
        success: false,
        userId,
        username,
        ip,
      })
      throw new AppError(code)
    },
    async onName(username, judge) {
      const key = usernameKey(username)
      judged.add(key)
      if (!(await reserveAttempt(db, key))) {
        if (await isLocked(db, key)) return judge(true)
        throw new AppError('request.too_many', { retryAfterS: 1 })
      }
      try {
        const outcome = await judge(false)
        await clearFailures(db, key)
        return outcome
      } catch (error) {
        await (hasFailed ? lockAfterFailure(db, key) : giveAttemptBack(db, key))
        throw error
      }
    },
  }
  return { trial, hasFailed: () => hasFailed }
}

/** Attempts in flight in this process, by address. */
function createUnderWay() {
  const attempts = new Map<string, Set<Promise<unknown>>>()
  return {
    /** Waits until an attempt of the address ends. @returns false when there is none */
    async next(ip: string): Promise<boolean> {
      const others = attempts.get(ip)
      if (others === undefined) return false
      await Promise.race(others)
      return true
    },
    async track<T>(ip: string, attempt: Promise<T>): Promise<T> {
      const own = attempt.catch(() => undefined)
      const others = attempts.get(ip) ?? new Set()
      attempts.set(ip, others.add(own))
      try {
        return await attempt
      } finally {
        others.delete(own)
        if (others.size === 0) attempts.delete(ip)
      }
    },
  }
}
