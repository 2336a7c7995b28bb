import { randomBytes, randomInt } from 'node:crypto'
import { SMS_CODE_TTL_MS } from '@natim/contract/constants'
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
} from './sms-code.repository.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Limits of security §2. */
const PER_DAY_AND_PHONE = 5
const PER_HOUR_AND_ADDRESS = 20
const MAX_TRIES = 5
const ENABLED = 1

const PURPOSES = { [SMS_MODE.signIn]: 'signIn', [SMS_MODE.register]: 'register', [SMS_MODE.reset]: 'reset' } as const

export interface SmsCodeDeps {
  readonly db: Db
  readonly now: () => number
  /** undefined = this installation sends no codes. */
  readonly sender: SmsSender | undefined
  /** Called when the gateway did not accept a code. */
  readonly onFailure: (error: unknown) => void
}

/** A right code proves that the caller reads the messages of the number. */
export interface ProvenPhone {
  readonly mode: SmsMode
  /** Owner of the number when the code was sent; null for registration. */
  readonly userId: string | null
}

export type SmsCodes = ReturnType<typeof createSmsCodes>

/** SMS codes: six random digits for one purpose, number, account and use (security §2). */
export function createSmsCodes({ db, now, sender, onFailure }: SmsCodeDeps) {
  const at = (offsetMs: number) => new Date(now() + offsetMs)

  /**
   * Sends a code to a number that may have one for this purpose. Every other number gets the same answer in the same
   * time and counts alike, so that callers cannot find out which numbers are known; hence the gateway is not awaited
   * either.
   *
   * @throws AppError sms.off, sms.too_soon, sms.too_many
   */
  async function send(phone: string, mode: SmsMode, ip: string): Promise<void> {
    if (sender === undefined) throw new AppError('sms.off')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const mayHave = await reserve(phone, mode, ip, code)
    if (mayHave) sender({ phone, code, purpose: PURPOSES[mode] }).catch(onFailure)
  }

  /** Checks the limits, then the owner of the number. @returns whether it gets a code */
  function reserve(phone: string, mode: SmsMode, ip: string, code: string): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await lockSender(trx, phone, ip)
      if ((await countCodesOf(trx, phone, at(-MINUTE_MS))) > 0) throw new AppError('sms.too_soon')
      const isOver =
        (await countCodesOf(trx, phone, at(-DAY_MS))) >= PER_DAY_AND_PHONE ||
        (await countRequestsOf(trx, ip, at(-HOUR_MS))) >= PER_HOUR_AND_ADDRESS
      if (isOver) throw new AppError('sms.too_many')
      const user = await findUserByPhone(trx, phone)
      const isFitting = mayHaveCode(mode, user)
      // For a number that gets no code, a secret that six digits can never match.
      const secret = isFitting ? code : randomBytes(16).toString('hex')
      const codeHash = Buffer.from(await hashPassword(bound(phone, mode, secret)))
      const row = { phone, purpose: Number(mode), codeHash, ip, createdAt: at(0), expiresAt: at(SMS_CODE_TTL_MS) }
      await insertCode(trx, { ...row, userId: user?.id ?? null })
      return isFitting
    })
  }

  async function match(phone: string, modes: readonly SmsMode[], code: string) {
    const row = await spendTry(db, phone, modes.map(Number), at(0), MAX_TRIES)
    const mode = String(row?.purpose ?? modes[0]) as SmsMode
    const isRight = await verifyPassword(row?.codeHash.toString(), bound(phone, mode, code))
    return row !== undefined && isRight ? { id: row.id, mode, userId: row.userId } : undefined
  }

  return {
    send,
    /** Uses a code up; undefined when it is wrong, expired, or tried five times. */
    async take(phone: string, modes: readonly SmsMode[], code: string): Promise<ProvenPhone | undefined> {
      const found = await match(phone, modes, code)
      return found !== undefined && (await spendCode(db, found.id, at(0))) ? found : undefined
    },
    /** Checks a code without using it up, and extends it by ten minutes. */
    async look(phone: string, mode: SmsMode, code: string): Promise<ProvenPhone | undefined> {
      const found = await match(phone, [mode], code)
      if (found !== undefined) await renewCode(db, found.id, at(SMS_CODE_TTL_MS))
      return found
    },
  }
}

const bound = (phone: string, mode: SmsMode, code: string) => `${mode}:${phone}:${code}`

const mayHaveCode = (mode: SmsMode, user: { readonly status: number } | undefined): boolean =>
  mode === SMS_MODE.register ? user === undefined : user?.status === ENABLED
