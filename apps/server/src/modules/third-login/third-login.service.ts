import { createHash } from 'node:crypto'
import { THIRD_LOGIN_BIND_PREFIX, type ThirdLoginChoice } from '@natim/contract/system/third-login'
import type { Db } from '../../platform/db/db.ts'
import type { Egress } from '../../platform/egress.ts'
import { AppError } from '../../platform/errors.ts'
import { newToken } from '../../platform/id.ts'
import type { ThirdLogin } from '../../platform/third-login-config.ts'
import { isUsernameTaken } from '../account/index.ts'
import { isPictureOf } from '../files/index.ts'
import { createAddressLimiter, findUserById, type SessionService, type Visitor } from '../session/index.ts'
import { insertFlow, insertProof, takeFlow } from './flow.repository.ts'
import { authorizeAddress, identify, type ThirdIdentity } from './provider.ts'
import { saveThirdAccount } from './third-account.repository.ts'

const FLOW_MS = 10 * 60_000
/** Rate limit: every start writes a row, without authentication. */
const STARTS = { max: 30, windowMs: 60_000 }

export interface ThirdLoginDeps {
  readonly db: Db
  readonly now: () => number
  readonly sessions: SessionService
  readonly egress: Egress
  readonly providers: readonly ThirdLogin[]
  /** Hosts whose profile pictures are shown; pictures on other hosts are dropped. */
  readonly avatarHosts: readonly string[]
  readonly isSmsOn: boolean
  readonly isRegistrationOpen: boolean
  /** Public address of a callback of this server. */
  readonly callbackOf: (source: string, kind: FlowKind) => string
}

/** In a popup, or in the same window inside a chat app. */
export type FlowKind = 'popup' | 'page'

export interface StartedFlow {
  readonly location: string
  /** Sent as a cookie: a flow must end in the browser where it began. */
  readonly nonce: string
}

/** The provider's redirect parameters, and the cookie of the flow's start. */
export interface Return {
  readonly code: string | undefined
  readonly state: string | undefined
  readonly nonce: string | undefined
}

/** Signed in, or identified at the provider without a local account. */
export type Outcome =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'unbound'; readonly value: string | ThirdLoginChoice }

export const hashProof = (proof: string) => createHash('sha256').update(proof).digest()

/** Authorization code flow with a provider (RFC 6749 §4.1, RFC 7636). */
export function createThirdLoginService(deps: ThirdLoginDeps) {
  const { db, now, sessions, egress, providers } = deps
  const starts = createAddressLimiter(now, STARTS)
  const expiry = () => new Date(now() + FLOW_MS)

  function providerOf(source: string): ThirdLogin {
    const provider = providers.find((candidate) => candidate.source === source)
    if (provider === undefined) throw new AppError('third.unknown_source')
    return provider
  }

  /** `clientOrigin` is where a flow of kind page ends. @throws AppError third.unknown_source, request.too_many */
  async function start(source: string, clientOrigin: string | null, ip: string): Promise<StartedFlow> {
    const kind = clientOrigin === null ? 'popup' : 'page'
    const provider = providerOf(source)
    if (starts.isOver(ip)) throw new AppError('request.too_many', { retryAfterS: 60 })
    starts.count(ip)
    const [state, nonce] = [newToken(), newToken()]
    await insertFlow(db, { state, source, clientOrigin, nonce, expiresAt: expiry() })
    const redirectUri = deps.callbackOf(source, kind)
    return { location: authorizeAddress(provider, { state, verifier: nonce, redirectUri }), nonce }
  }

  /**
   * Consumes the flow and returns the origin a flow of kind page ends at.
   *
   * @throws AppError third.expired when it was not started in this browser
   */
  async function resume(source: string, { state, nonce }: Return, kind: FlowKind): Promise<string | null> {
    const flow = state === undefined ? undefined : await takeFlow(db, { state, source, now: new Date(now()) })
    if (flow === undefined || flow.nonce !== nonce) throw new AppError('third.expired')
    if ((flow.clientOrigin === null) !== (kind === 'popup')) throw new AppError('third.expired')
    return flow.clientOrigin
  }

  /** @throws AppError third.failed, login.failed; EgressError */
  async function conclude(source: string, answer: Return, kind: FlowKind, visitor: Visitor): Promise<Outcome> {
    if (answer.code === undefined || answer.nonce === undefined) throw new AppError('third.failed')
    const redirectUri = deps.callbackOf(source, kind)
    const grant = { code: answer.code, verifier: answer.nonce, redirectUri }
    const person = await identify(egress, providerOf(source), grant)
    const identity = { ...person, avatar: isPictureOf(deps.avatarHosts, person.avatar) ? person.avatar : '' }
    const account = await saveThirdAccount(db, source, identity)
    if (account.userId === null) return { kind: 'unbound', value: await offer(source, account.id, identity) }
    const user = await findUserById(db, account.userId)
    const { token } = await sessions.gate.attempt(visitor, (trial) =>
      sessions.signInProven(trial, { user, kind: '第三方', remember: true }),
    )
    return { kind: 'token', token }
  }

  /** The value the callback page posts to its opener (contract/10 §5). */
  async function offer(source: string, thirdAccountId: string, identity: ThirdIdentity) {
    const proof = newToken()
    const row = { state: newToken(), source, clientOrigin: null, nonce: newToken(), expiresAt: expiry() }
    await insertProof(db, { ...row, thirdAccountId, proofHash: hashProof(proof) })
    const isNameTaken = await isUsernameTaken(db, identity.username)
    if (!isNameTaken && deps.isSmsOn) return `${THIRD_LOGIN_BIND_PREFIX}${proof}`
    return {
      isObj: true,
      source,
      uuid: proof,
      username: identity.username,
      avatar: identity.avatar,
      suffix: 0,
      operateCode: proof,
      isNameTaken,
      mayCreate: deps.isRegistrationOpen,
    } satisfies ThirdLoginChoice
  }

  return { start, resume, conclude }
}
