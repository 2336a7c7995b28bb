import { SMS_MODE } from '@natim/contract/system/identity'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newToken } from '../../platform/id.ts'
import { createAccount, isUsernameTaken, type SmsCodes } from '../account/index.ts'
import { isPictureOf } from '../files/index.ts'
import {
  findUserById,
  findUserByPhone,
  type SessionService,
  type Trial,
  type UserRecord,
  type Visitor,
} from '../session/index.ts'
import { findProof, takeProof } from './flow.repository.ts'
import { bindThirdAccount } from './third-account.repository.ts'
import { hashProof } from './third-login.service.ts'

export interface BindingDeps {
  readonly db: Db
  readonly now: () => number
  readonly sessions: SessionService
  readonly codes: SmsCodes
  readonly isRegistrationOpen: boolean
  readonly avatarHosts: readonly string[]
}

type Candidate = NonNullable<Awaited<ReturnType<typeof findProof>>>

const MAX_NAME_LENGTH = 32
const NAME_TRIES = 20

/** Binds an external identity to a local account, which requires proof of both (security §3). */
export function createBindingService(deps: BindingDeps) {
  const { db, now, sessions, codes, isRegistrationOpen, avatarHosts } = deps

  /** The identity that a proof stands for. @throws AppError third.expired */
  async function candidateOf(proof: string): Promise<Candidate> {
    const candidate = await findProof(db, hashProof(proof), new Date(now()))
    if (candidate === undefined) throw new AppError('third.expired')
    return candidate
  }

  /** Consumes the proof: only one of concurrent calls succeeds. @throws AppError third.expired */
  async function spend(proof: string): Promise<void> {
    if (!(await takeProof(db, hashProof(proof)))) throw new AppError('third.expired')
  }

  /** Binds and signs in; returns the token. */
  async function bind(trial: Trial, candidate: Candidate, user: UserRecord): Promise<string> {
    await bindThirdAccount(db, candidate.id, user.id)
    const { token } = await sessions.signInProven(trial, { user, kind: '第三方', remember: true })
    return token
  }

  function assertOpen(): void {
    if (!isRegistrationOpen) throw new AppError('account.registration_off')
  }

  async function create(candidate: Candidate, phone?: string): Promise<UserRecord> {
    const form = {
      username: await freeName(candidate.username),
      realname: candidate.realname ?? candidate.username,
      ...(candidate.avatar && isPictureOf(avatarHosts, candidate.avatar) ? { avatar: candidate.avatar } : {}),
      ...(phone === undefined ? {} : { phone }),
    }
    return findUserById(db, await createAccount(db, form))
  }

  async function freeName(wished: string): Promise<string> {
    const base = wished.replace(/[^\p{L}\p{N}._-]/gu, '').slice(0, MAX_NAME_LENGTH - 4) || 'user'
    for (let n = 0; n < NAME_TRIES; n += 1) {
      const name = n === 0 ? base : `${base}${n}`
      if (!(await isUsernameTaken(db, name))) return name
    }
    return `${base.slice(0, MAX_NAME_LENGTH - 12)}-${newToken().slice(0, 10)}`
  }

  return {
    /** @throws AppError third.expired, account.registration_off */
    createUser: (proof: string, visitor: Visitor): Promise<string> =>
      sessions.gate.attempt(visitor, async (trial) => {
        assertOpen()
        const candidate = await candidateOf(proof)
        await spend(proof)
        return bind(trial, candidate, await create(candidate))
      }),

    /** @throws AppError third.expired, login.failed */
    bindByPassword: (
      proof: string,
      credentials: { readonly username: string | undefined; readonly password: string },
      visitor: Visitor,
    ): Promise<string> =>
      sessions.gate.attempt(visitor, async (trial) => {
        const candidate = await candidateOf(proof)
        const username = credentials.username || candidate.username
        const user = await sessions.judgePassword(trial, { username, password: credentials.password })
        await spend(proof)
        return bind(trial, candidate, user)
      }),

    /** Binds the account with this number, or creates one. @throws AppError third.expired, sms.code_wrong */
    bindByPhone: (proof: string, phone: string, code: string, visitor: Visitor): Promise<string> =>
      sessions.gate.attempt(visitor, async (trial) => {
        const candidate = await candidateOf(proof)
        const [proven, user] = await Promise.all([
          codes.take(phone, [SMS_MODE.signIn, SMS_MODE.register], code),
          findUserByPhone(db, phone),
        ])
        if (proven === undefined || proven.userId !== (user?.id ?? null)) {
          const whose = { username: user?.username, userId: user?.id }
          return trial.refuse({ ...whose, reason: '绑定手机号的验证码错误', code: 'sms.code_wrong' })
        }
        if (user === undefined) assertOpen()
        await spend(proof)
        return bind(trial, candidate, user ?? (await create(candidate, phone)))
      }),
  }
}
