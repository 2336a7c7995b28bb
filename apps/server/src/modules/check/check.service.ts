import { type CheckRuleFailure, checkRulePart, MAX_CHECKED_CHARS } from '@natim/contract/system/check'
import { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { createAddressLimiter } from '../session/index.ts'
import { findCheckRule, isTaken } from './check.repository.ts'
import { firstFailure } from './check-rule.ts'
import { findUniqueField } from './unique-fields.ts'

export interface CheckDeps {
  readonly db: Db
  readonly now: () => number
}

/** security §5: duplicate checks per minute and user. */
const DUPLICATE_LIMIT = { max: 60, windowMs: 60_000 } as const

interface DuplicateQuestion {
  readonly tableName: string
  readonly fieldName: string
  readonly fieldVal: string
  readonly dataId?: string | undefined
}

/** Checks that forms make before submitting; table constraints apply in addition. */
export function createCheckService({ db, now }: CheckDeps) {
  const questions = createAddressLimiter(now, DUPLICATE_LIMIT)

  return {
    /** @throws AppError duplicate.refused, duplicate.taken, request.too_many */
    async assertFree(asker: SessionUser, { tableName, fieldName, fieldVal, dataId }: DuplicateQuestion): Promise<void> {
      const field = findUniqueField(tableName, fieldName)
      if (!field) throw new AppError('duplicate.refused')
      if (fieldVal === '') return
      if (questions.isOver(asker.userId)) throw new AppError('request.too_many', { retryAfterS: 60 })
      questions.count(asker.userId)
      if (await isTaken(db, field, fieldVal, dataId || undefined)) throw new AppError('duplicate.taken')
    },

    /**
     * @param sent URI-encoded one time more than the query it came in
     * @throws AppError check_rule.unknown, check_rule.broken, check_rule.failed
     */
    async assertFits(ruleCode: string, sent: string): Promise<void> {
      const stored = await findCheckRule(db, ruleCode)
      if (stored === undefined) throw new AppError('check_rule.unknown')
      const value = decodedOnce(sent)
      if (value.length > MAX_CHECKED_CHARS) {
        throw new AppError('request.invalid', { data: { detail: `最多 ${MAX_CHECKED_CHARS} 个字符` } })
      }
      const failure = run(stored, value)
      if (failure) throw new AppError('check_rule.failed', { data: { message: failure.message }, result: failure })
    },
  }
}

/** A rule that cannot run rejects every value (security §0.2). */
function run(stored: unknown, value: string): CheckRuleFailure | undefined {
  try {
    return firstFailure(z.array(checkRulePart).parse(stored), value)
  } catch (error) {
    throw new AppError('check_rule.broken', { cause: error })
  }
}

/** Decodes the value; text without a second encoding is used as it is. */
function decodedOnce(sent: string): string {
  try {
    return decodeURIComponent(sent)
  } catch (error) {
    if (error instanceof URIError) return sent
    throw error
  }
}
