import { randomInt } from 'node:crypto'
import { SMS_CODE_TTL_MS } from '@natim/contract/constants'
import type { ErrorCode } from '@natim/contract/errors'
import { SMS_MODE, type SmsMode } from '@natim/contract/system/identity'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { SmsSender } from '../../platform/sms.ts'
import { findUserByPhone, hashPassword, verifyPassword } from '../session/index.ts'
import {
  countCodesOf,
  countRequestsOf,
  insertCode,
  lockSender,
  renewCode,
  spendCode,
  spendTry,
  voidCode,
} from './sms-code.repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** security §2. */
const PER_DAY_AND_PHONE = 5
const PER_HOUR_AND_ADDRESS = 20
const MAX_TRIES = 5
const ENABLED = 1

const PURPOSES = { [SMS_MODE.signIn]: 'signIn', [SMS_MODE.register]: 'register', [SMS_MODE.reset]: 'reset' } as const

export interface SmsCodeDeps {
  readonly db: Db
  readonly now: () => number
  /** undefined = this installation sends none. */
  readonly sender: SmsSender | undefined
}

/** What a right code proves: that its bearer reads the messages of the number. */
export interface ProvenPhone {
  readonly mode: SmsMode
  /** Whose number it was when the code was sent; null for registration. */
  readonly userId: string | null
}

export type SmsCodes = ReturnType<typeof createSmsCodes>

/** Codes by SMS: six random digits for one purpose, one number, one account, one use (security §2). */
export function createSmsCodes({ db, now, sender }: SmsCodeDeps) {
  const at = (offsetMs: number) => new Date(now() + offsetMs)

  /**
   * @throws AppError sms.off, sms.too_soon, sms.too_many, sms.registered, sms.unknown_phone, sms.failed
   */
  async function send(phone: string, mode: SmsMode, ip: string): Promise<void> {
    if (sender === undefined) throw new AppError('sms.off')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const id = await reserve(phone, mode, ip, code)
    try {
      await sender({ phone, code, purpose: PURPOSES[mode] })
    } catch (error) {
      await voidCode(db, id)
      throw new AppError('sms.failed', { cause: error })
    }
  }

  /** Limits, then who has the number; a request that sends nothing counts for its address all the same. */
  async function reserve(phone: string, mode: SmsMode, ip: string, code: string): Promise<number> {
    const reserved = await db.transaction().execute(async (trx) => {
      await lockSender(trx, phone, ip)
      if ((await countCodesOf(trx, phone, at(-MINUTE_MS))) > 0) throw new AppError('sms.too_soon')
      const isOver =
        (await countCodesOf(trx, phone, at(-DAY_MS))) >= PER_DAY_AND_PHONE ||
        (await countRequestsOf(trx, ip, at(-HOUR_MS))) >= PER_HOUR_AND_ADDRESS
      if (isOver) throw new AppError('sms.too_many')
      const user = await findUserByPhone(trx, phone)
      const fault = faultOf(mode, user)
      const codeHash = Buffer.from(await hashPassword(bound(phone, mode, code)))
      const row = { phone, purpose: Number(mode), codeHash, ip, createdAt: at(0) }
      const expiresAt = fault === undefined ? at(SMS_CODE_TTL_MS) : row.createdAt
      return { id: await insertCode(trx, { ...row, userId: user?.id ?? null, expiresAt }), fault }
    })
    if (reserved.fault !== undefined) throw new AppError(reserved.fault)
    return reserved.id
  }

  async function match(phone: string, modes: readonly SmsMode[], code: string) {
    const row = await spendTry(db, phone, modes.map(Number), at(0), MAX_TRIES)
    const mode = String(row?.purpose ?? modes[0]) as SmsMode
    const isRight = await verifyPassword(row?.codeHash.toString(), bound(phone, mode, code))
    return row !== undefined && isRight ? { id: row.id, mode, userId: row.userId } : undefined
  }

  return {
    send,
    /** Uses a code up; undefined when it is wrong, old, or tried five times. */
    async take(phone: string, modes: readonly SmsMode[], code: string): Promise<ProvenPhone | undefined> {
      const found = await match(phone, modes, code)
      return found !== undefined && (await spendCode(db, found.id, at(0))) ? found : undefined
    },
    /** The same without using it up: it lives another ten minutes. */
    async look(phone: string, mode: SmsMode, code: string): Promise<ProvenPhone | undefined> {
      const found = await match(phone, [mode], code)
      if (found !== undefined) await renewCode(db, found.id, at(SMS_CODE_TTL_MS))
      return found
    },
  }
}

const bound = (phone: string, mode: SmsMode, code: string) => `${mode}:${phone}:${code}`

function faultOf(mode: SmsMode, user: { readonly status: number } | undefined): ErrorCode | undefined {
  if (mode === SMS_MODE.register) return user === undefined ? undefined : 'sms.registered'
  return user?.status === ENABLED ? undefined : 'sms.unknown_phone'
}
