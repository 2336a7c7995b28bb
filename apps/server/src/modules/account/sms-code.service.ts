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
  /** Hears of codes the gateway did not take. */
  readonly onFailure: (error: unknown) => void
}

/** What a right code proves: that its bearer reads the messages of the number. */
export interface ProvenPhone {
  readonly mode: SmsMode
  /** Whose number it was when the code was sent; null for registration. */
  readonly userId: string | null
}

export type SmsCodes = ReturnType<typeof createSmsCodes>

/** Codes by SMS: six random digits for one purpose, one number, one account, one use (security §2). */
export function createSmsCodes({ db, now, sender, onFailure }: SmsCodeDeps) {
  const at = (offsetMs: number) => new Date(now() + offsetMs)

  /**
   * Sends a code to a number that may have one for this; every other number is answered alike, counts alike and takes as long:
   * nobody learns here whose numbers are known. Hence the gateway is not waited for either.
   *
   * @throws AppError sms.off, sms.too_soon, sms.too_many
   */
  async function send(phone: string, mode: SmsMode, ip: string): Promise<void> {
    if (sender === undefined) throw new AppError('sms.off')
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const mayHave = await reserve(phone, mode, ip, code)
    if (mayHave) sender({ phone, code, purpose: PURPOSES[mode] }).catch(onFailure)
  }

  /** Limits, then who has the number. @returns whether it gets a code */
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
      // What nobody is sent nobody can type: six digits never come to this.
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

const mayHaveCode = (mode: SmsMode, user: { readonly status: number } | undefined): boolean =>
  mode === SMS_MODE.register ? user === undefined : user?.status === ENABLED
