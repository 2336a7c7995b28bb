import { SMS_MODE } from '@natim/contract/system/identity'
import type { registerForm, resetForm } from '@natim/contract/system/identity-account'
import type { z } from 'zod'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import {
  createAddressLimiter,
  findUserByPhone,
  hashPassword,
  type SessionService,
  type Trial,
  type UserRecord,
  type Visitor,
} from '../session/index.ts'
import { findUserIdByEmail, findUserIdByPhone, isUsernameTaken, setOwnPassword } from './account.repository.ts'
import { createAccount } from './new-account.ts'
import { assertPassword } from './password-rules.ts'
import type { SmsCodes } from './sms-code.service.ts'

/** Limit of security §2. */
const NAME_PROBES = { max: 30, windowMs: 60_000 }

export interface RegistrationDeps {
  readonly db: Db
  readonly now: () => number
  readonly sessions: SessionService
  readonly codes: SmsCodes
  readonly isOpen: boolean
}

interface Claim {
  readonly username?: string | undefined
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** Account calls without a session: registration and password reset. */
export function createRegistrationService({ db, now, sessions, codes, isOpen }: RegistrationDeps) {
  const { gate } = sessions
  const probes = createAddressLimiter(now, NAME_PROBES)

  /** @throws AppError request.too_many, account.username_in_use, account.phone_in_use, account.email_in_use */
  async function assertFree({ username, phone, email }: Claim, visitor: Visitor): Promise<void> {
    if (probes.isOver(visitor.ip)) throw new AppError('request.too_many', { retryAfterS: 60 })
    probes.count(visitor.ip)
    if (username && (await isUsernameTaken(db, username))) throw new AppError('account.username_in_use')
    if (phone && (await findUserIdByPhone(db, phone))) throw new AppError('account.phone_in_use')
    if (email && (await findUserIdByEmail(db, email))) throw new AppError('account.email_in_use')
  }

  /** @throws AppError account.registration_off, sms.code_wrong, password.refused, and those of `assertFree` */
  async function register(form: z.output<typeof registerForm>, visitor: Visitor): Promise<{ username: string }> {
    if (!isOpen) throw new AppError('account.registration_off')
    const { phone } = form
    const username = form.username || phone
    const email = form.email || undefined
    await gate.attempt(visitor, async ({ refuse }) => {
      await assertFree({ username, phone, email }, visitor)
      if (form.password) await assertPassword(db, form.password, { username })
      const proven = await codes.take(phone, [SMS_MODE.register], form.smscode)
      if (!proven) await refuse({ reason: '注册验证码错误', code: 'sms.code_wrong' })
    })
    const chosen = form.password ? { password: form.password } : {}
    const id = await createAccount(db, { username, phone, ...chosen, ...(email === undefined ? {} : { email }) })
    await log(id, username, '注册账号', visitor)
    return { username }
  }

  /** The account that a code of mode 2 was sent for. @throws AppError sms.code_wrong */
  const look = (phone: string, code: string, visitor: Visitor): Promise<UserRecord> =>
    gate.attempt(visitor, (trial) => judgeCode(trial, phone, code))

  async function judgeCode({ refuse }: Trial, phone: string, code: string): Promise<UserRecord> {
    const [proven, user] = await Promise.all([codes.look(phone, SMS_MODE.reset, code), findUserByPhone(db, phone)])
    if (proven !== undefined && user !== undefined && proven.userId === user.id) return user
    return refuse({ reason: '重置密码的验证码错误', code: 'sms.code_wrong' })
  }

  /** @throws AppError sms.code_wrong, password.refused */
  async function reset(form: z.output<typeof resetForm>, visitor: Visitor): Promise<void> {
    const user = await gate.attempt(visitor, async (trial) => {
      const owner = await judgeCode(trial, form.phone, form.smscode)
      const isHis = form.username.toLowerCase() === owner.username.toLowerCase()
      if (isHis) await assertPassword(db, form.password, owner)
      // Used up only after the password was accepted, so that a weak one can be corrected with the same code.
      const proven = isHis ? await codes.take(form.phone, [SMS_MODE.reset], form.smscode) : undefined
      return proven ? owner : trial.refuse({ reason: '重置密码的账号与手机号不符', code: 'sms.code_wrong' })
    })
    await setOwnPassword(db, user.id, user.username, await hashPassword(form.password))
    await gate.clear(user.username)
    await sessions.endSessionsOf(user.id)
    await log(user.id, user.username, '重置密码', visitor)
  }

  const log = (userId: string, username: string, content: string, { ip }: Visitor) =>
    writeAudit(db, { logType: OPERATION_LOG, content, success: true, userId, username, objectId: userId, ip })

  return { assertFree, register, look, reset }
}
