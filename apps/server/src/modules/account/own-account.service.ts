import type { HandlerInput } from '@natim/contract/endpoint'
import { SMS_MODE } from '@natim/contract/system/identity'
import type { accountEndpoints, updatePasswordForm } from '@natim/contract/system/identity-account'
import type { UserInfo } from '@natim/contract/system/session'
import type { z } from 'zod'
import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { OPERATE } from '../../platform/journal.ts'
import type { AssertAvatar } from '../files/index.ts'
import {
  findDepartsOfUser,
  findUserById,
  hashPassword,
  loadUserInfo,
  type SessionService,
  setUserOrgCode,
  type Visitor,
  verifyPassword,
} from '../session/index.ts'
import {
  findUserIdByEmail,
  findUserIdByPhone,
  type OwnData,
  setOwnPassword,
  updateOwnData,
} from './account.repository.ts'
import { assertPassword } from './password-rules.ts'
import type { SmsCodes } from './sms-code.service.ts'

export interface OwnAccountDeps {
  readonly db: Db
  readonly bus: Bus
  readonly sessions: SessionService
  readonly codes: SmsCodes
  readonly assertAvatar: AssertAvatar
}

type OwnDataForm = HandlerInput<typeof accountEndpoints.editOwnData>['body']
type PasswordForm = z.output<typeof updatePasswordForm>

/** Calls of signed-in users on their own account. */
export function createOwnAccountService({ db, bus, sessions, codes, assertAvatar }: OwnAccountDeps) {
  const log = (me: SessionUser, content: string, ip: string) =>
    writeAudit(db, {
      logType: OPERATION_LOG,
      content,
      success: true,
      userId: me.userId,
      username: me.username,
      sessionId: me.sessionId,
      tenantId: me.tenantId,
      objectId: me.userId,
      operateType: OPERATE.edit,
      ip,
    })

  return {
    /** @throws AppError account.not_own, depart.not_member */
    async selectDepart(me: SessionUser, orgCode: string, username: string | undefined): Promise<UserInfo> {
      assertOwn(me, username)
      const departs = await findDepartsOfUser(db, me.userId)
      if (!departs.some((depart) => depart.orgCode === orgCode)) throw new AppError('depart.not_member')
      await setUserOrgCode(db, me.userId, orgCode)
      bus.publish('rightsChanged', [me.userId])
      return loadUserInfo(db, me.userId)
    },

    /** @throws AppError account.not_own, password.mismatch, password.old_wrong, password.refused */
    async updatePassword(me: SessionUser, form: PasswordForm, visitor: Visitor): Promise<void> {
      assertOwn(me, form.username ?? undefined)
      if (form.password !== form.confirmpassword) throw new AppError('password.mismatch')
      const user = await findUserById(db, me.userId)
      // Limits password guessing at an unattended screen, too.
      await sessions.gate.attempt(visitor, ({ onName, refuse }) =>
        onName(me.username, async (isLocked) => {
          const isRight = await verifyPassword(user.passwordHash, form.oldpassword)
          if (isRight && !isLocked) return
          const refusal = { username: me.username, userId: me.userId, reason: '修改密码时旧密码错误' }
          await refuse({ ...refusal, code: 'password.old_wrong' })
        }),
      )
      if (me.mustChangePassword && form.password === form.oldpassword) throw new AppError('password.same')
      await assertPassword(db, form.password, user)
      await setOwnPassword(db, me.userId, me.username, await hashPassword(form.password))
      await sessions.acceptPassword(me.sessionId)
      await sessions.endSessionsOf(me.userId, me.sessionId)
      await log(me, '修改密码', visitor.ip)
    },

    /** @throws AppError account.phone_needs_code, account.email_in_use, account.avatar_refused */
    async editOwnData(me: SessionUser, form: OwnDataForm, ip: string): Promise<UserInfo> {
      const user = await findUserById(db, me.userId)
      if (form.phone && form.phone !== user.phone) throw new AppError('account.phone_needs_code')
      const data = toOwnData(form)
      if (data.email) await assertFreeEmail(data.email, me.userId)
      await assertAvatar(me, data.avatar, me.userId)
      if (Object.keys(data).length > 0) {
        await updateOwnData(db, me.userId, me.username, data)
        await log(
          me,
          `修改个人资料：${Object.keys(data)
            .map((field) => OWN_FIELDS[field])
            .join('、')}`,
          ip,
        )
      }
      return loadUserInfo(db, me.userId)
    },

    /** @throws AppError sms.code_wrong, account.phone_in_use */
    async updateMobile(me: SessionUser, phone: string, code: string, visitor: Visitor): Promise<UserInfo> {
      await sessions.gate.attempt(visitor, async ({ refuse }) => {
        const proven = await codes.take(phone, [SMS_MODE.register], code)
        if (!proven) await refuse({ reason: '更换手机号的验证码错误', code: 'sms.code_wrong' })
      })
      if (await findUserIdByPhone(db, phone)) throw new AppError('account.phone_in_use')
      await updateOwnData(db, me.userId, me.username, { phone })
      await log(me, '更换手机号', visitor.ip)
      return loadUserInfo(db, me.userId)
    },
  }

  async function assertFreeEmail(email: string, userId: string): Promise<void> {
    const other = await findUserIdByEmail(db, email)
    if (other !== undefined && other.id !== userId) throw new AppError('account.email_in_use')
  }
}

/** Labels of the account page. */
const OWN_FIELDS: Readonly<Record<string, string>> = {
  realname: '姓名',
  avatar: '头像',
  sex: '性别',
  birthday: '生日',
  email: '邮箱',
  phone: '手机号',
  telephone: '座机',
} satisfies Record<keyof OwnData, string>

/** An empty name means the caller; any other name is refused (security §4). */
function assertOwn(me: SessionUser, username: string | undefined): void {
  if (username && username.toLowerCase() !== me.username.toLowerCase()) throw new AppError('account.not_own')
}

/** contract/00 §9: absent and null leave a field unchanged, an empty text clears it. */
function toOwnData(form: OwnDataForm): OwnData {
  const orNull = <T extends string | number>(value: T | '') => (value === '' ? null : value)
  return {
    ...(form.realname == null ? {} : { realname: form.realname }),
    ...(form.avatar == null ? {} : { avatar: orNull(form.avatar) }),
    ...(form.sex == null ? {} : { sex: orNull(form.sex) }),
    ...(form.birthday == null ? {} : { birthday: orNull(form.birthday) }),
    ...(form.email == null ? {} : { email: orNull(form.email) }),
    ...(form.telephone == null ? {} : { telephone: orNull(form.telephone) }),
  }
}
