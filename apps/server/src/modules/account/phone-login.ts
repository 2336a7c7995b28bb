import { SMS_MODE } from '@natim/contract/system/identity'
import type { Db } from '../../platform/db/db.ts'
import { findUserByPhone, type OpenedSession, type SessionService, type Visitor } from '../session/index.ts'
import type { SmsCodes } from './sms-code.service.ts'

interface PhoneLogin {
  readonly phone: string
  readonly code: string
  readonly remember: boolean
  readonly visitor: Visitor
}

/** Sign-in with a code of mode 0. @throws AppError sms.code_wrong, also for a locked account */
export async function signInByPhone(
  { db, sessions, codes }: { readonly db: Db; readonly sessions: SessionService; readonly codes: SmsCodes },
  { phone, code, remember, visitor }: PhoneLogin,
): Promise<OpenedSession> {
  return sessions.gate.attempt(visitor, async (trial) => {
    const [proven, user] = await Promise.all([codes.take(phone, [SMS_MODE.signIn], code), findUserByPhone(db, phone)])
    if (proven === undefined || user === undefined || proven.userId !== user.id) {
      const whose = { username: user?.username, userId: user?.id }
      return trial.refuse({ ...whose, reason: '手机验证码错误', code: 'sms.code_wrong' })
    }
    return sessions.signInProven(trial, { user, kind: '手机验证码', remember }, 'sms.code_wrong')
  })
}
