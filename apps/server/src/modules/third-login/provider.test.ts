import { describe, expect, it } from 'vitest'
import { answerOf, type EgressAnswer, type EgressRequest } from '../../platform/egress.ts'
import { authorizeAddress, identify } from './provider.ts'

const PROVIDER = {
  source: 'stub',
  title: '统一身份',
  clientId: 'id',
  clientSecret: 'secret',
  authorizeUrl: 'https://idp.example/authorize?tenant=7',
  tokenUrl: 'https://idp.example/token',
  userInfoUrl: 'https://idp.example/me',
  scope: 'openid profile',
}
const GRANT = { code: 'code', verifier: 'verifier', redirectUri: 'https://console.example/back' }
const json = (value: unknown, status = 200): EgressAnswer =>
  answerOf(status, Buffer.from(JSON.stringify(value)), 'application/json')
const plain = (text: string): EgressAnswer => answerOf(200, Buffer.from(text), 'text/plain')

function whoIs(claims: unknown, token: EgressAnswer = json({ access_token: 'at' })) {
  const requests: { url: string; request: EgressRequest | undefined }[] = []
  const egress = async (url: string, request?: EgressRequest) => {
    requests.push({ url, request })
    return url === PROVIDER.tokenUrl ? token : typeof claims === 'string' ? plain(claims) : json(claims)
  }
  return { requests, identity: identify(egress, PROVIDER, GRANT) }
}

describe('identify', () => {
  it.each<[string, object, object]>([
    [
      'OpenID Connect',
      { sub: 'a-1', preferred_username: 'li', name: '李工', picture: 'https://x.example/1.png' },
      { id: 'a-1', username: 'li', realname: '李工', avatar: 'https://x.example/1.png' },
    ],
    [
      'GitHub, whose id is a number',
      { id: 583231, login: 'octocat', name: null, avatar_url: 'https://x.example/o.png' },
      { id: '583231', username: 'octocat', realname: 'octocat', avatar: 'https://x.example/o.png' },
    ],
    [
      'a chat app',
      { unionid: 'u', openid: 'o', nickname: '小王', headimgurl: 'http://x.example/w.png' },
      { id: 'u', username: '小王', realname: '小王', avatar: 'http://x.example/w.png' },
    ],
    ['an id alone', { sub: 'only-me' }, { id: 'only-me', username: 'only-me', realname: 'only-me', avatar: '' }],
    [
      'what no column takes',
      { sub: 'c\u0000d', login: 'a\nb', avatar_url: 'javascript:alert(1)' },
      { id: 'cd', username: 'ab', realname: 'ab', avatar: '' },
    ],
  ])('reads %s', async (_name, claims, identity) => {
    expect(await whoIs(claims).identity).toEqual(identity)
  })

  it('sends code, verifier and secret in a form, and the token as bearer', async () => {
    const { requests, identity } = whoIs({ sub: '1' })
    await identity
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.request?.body?.toString()))).toEqual({
      grant_type: 'authorization_code',
      code: 'code',
      redirect_uri: 'https://console.example/back',
      client_id: 'id',
      client_secret: 'secret',
      code_verifier: 'verifier',
    })
    expect(requests[1]?.request?.headers).toMatchObject({ authorization: 'Bearer at' })
    expect(requests[1]?.request?.body).toBeUndefined()
  })

  it('takes a token in form encoding', async () => {
    const token = plain('access_token=at&scope=&token_type=bearer')
    expect(await whoIs({ sub: '1' }, token).identity).toMatchObject({ id: '1' })
  })

  it.each<[string, unknown, EgressAnswer?]>([
    ['no token', { sub: '1' }, json({ error: 'invalid_grant' })],
    ['a refusal', { sub: '1' }, json({ access_token: 'at' }, 400)],
    ['no id', { name: 'x' }],
    ['an id too long', { sub: 'x'.repeat(129) }],
    ['an id that is an object', { sub: { $ne: '' } }],
    ['a list', [{ sub: '1' }]],
    ['a page', '<html>login</html>'],
    ['keys of the prototype', '{"__proto__":{"sub":"1"}}'],
  ])('fails on %s', async (_name, claims, token) => {
    await expect(whoIs(claims, token).identity).rejects.toMatchObject({ code: 'third.failed' })
  })
})

describe('authorizeAddress', () => {
  it('keeps existing parameters of the address, and sends the verifier hashed only', () => {
    const address = authorizeAddress(PROVIDER, { state: 's', verifier: 'verifier', redirectUri: GRANT.redirectUri })
    const query = Object.fromEntries(new URL(address).searchParams)
    expect(query).toMatchObject({ tenant: '7', state: 's', scope: 'openid profile', code_challenge_method: 'S256' })
    // RFC 7636 §4.2, computed with openssl.
    expect(query['code_challenge']).toBe('iMnq5o6zALKXGivsnlom_0F5_WYda32GHkxlV7mq7hQ')
    expect(address).not.toContain('secret')
  })
})
