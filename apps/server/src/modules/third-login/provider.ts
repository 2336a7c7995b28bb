import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Egress } from '../../platform/egress.ts'
import { AppError } from '../../platform/errors.ts'
import type { ThirdLogin } from '../../platform/third-login-config.ts'

/** A user's identity at a provider. */
export interface ThirdIdentity {
  /** The provider's own id of the user: stable, not secret. */
  readonly id: string
  readonly username: string
  readonly realname: string
  /** An http or https address, else empty. */
  readonly avatar: string
}

/** Links the two halves of a flow. */
export interface FlowKey {
  readonly state: string
  /** RFC 7636: sent hashed with the browser, in clear with the code. */
  readonly verifier: string
  readonly redirectUri: string
}

const objectOf = z.record(z.string(), z.unknown())
/** Names that providers use for the same claim, the standard one (OpenID Connect Core §5.1) first. */
const CLAIMS = {
  id: ['sub', 'id', 'unionid', 'unionId', 'openid', 'openId', 'userid'],
  username: ['preferred_username', 'login', 'username', 'nick', 'name', 'nickname'],
  realname: ['name', 'nickname', 'nick', 'login', 'preferred_username'],
  avatar: ['picture', 'avatar_url', 'avatarUrl', 'headimgurl'],
} as const

/** Address to which the browser is sent for sign-in. */
export function authorizeAddress(provider: ThirdLogin, { state, verifier, redirectUri }: FlowKey): string {
  const address = new URL(provider.authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/**
 * Exchanges a code for the user's identity at the provider.
 *
 * @throws AppError third.failed when the provider refuses
 * @throws EgressError when it does not answer
 */
export async function identify(
  egress: Egress,
  provider: ThirdLogin,
  { code, verifier, redirectUri }: Omit<FlowKey, 'state'> & { readonly code: string },
): Promise<ThirdIdentity> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    code_verifier: verifier,
  })
  const common = { accept: 'application/json', 'user-agent': 'natim-console' }
  const grant = await egress(provider.tokenUrl, {
    method: 'POST',
    headers: { ...common, 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  })
  const accessToken = firstText(readObject(grant.text), ['access_token', 'accessToken'])
  if (grant.status !== 200 || accessToken === '') throw new AppError('third.failed')
  const headers = { ...common, authorization: `Bearer ${accessToken}` }
  const person = await egress(provider.userInfoUrl, { headers })
  if (person.status !== 200) throw new AppError('third.failed')
  return toIdentity(readObject(person.text))
}

function toIdentity(claims: Record<string, unknown>): ThirdIdentity {
  const id = firstText(claims, CLAIMS.id)
  if (id === '' || id.length > 128) throw new AppError('third.failed')
  const avatar = firstText(claims, CLAIMS.avatar)
  const username = firstText(claims, CLAIMS.username).slice(0, 100) || id.slice(0, 32)
  return {
    id,
    username,
    realname: firstText(claims, CLAIMS.realname).slice(0, 100) || username,
    avatar: /^https?:\/\//i.test(avatar) && avatar.length <= 255 ? avatar : '',
  }
}

/** Parses JSON, or form encoding as some providers use; anything else gives an empty object. */
function readObject(text: string): Record<string, unknown> {
  try {
    const parsed = objectOf.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : {}
  } catch {
    return Object.fromEntries(new URLSearchParams(text))
  }
}

// Characters that text columns reject (security §1); a provider's response is untrusted input.
const CONTROLS = /[\p{Cc}\p{Surrogate}]/gu

function firstText(claims: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    if (typeof value === 'number') return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim().replace(CONTROLS, '')
  }
  return ''
}
