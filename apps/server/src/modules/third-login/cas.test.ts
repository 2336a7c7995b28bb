import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type IdentityProvider, startIdentityProvider } from '../../testing/identity-provider.ts'

const CONSOLE = 'https://console.example.org'
const SERVICE = `${CONSOLE}/`
let provider: IdentityProvider
let server: TestApp

beforeAll(async () => {
  provider = await startIdentityProvider()
  const config = { casUrl: `${provider.url}/cas`, egressPrivateHosts: ['127.0.0.1'], corsOrigins: [CONSOLE] }
  server = await buildTestApp({ config })
  await server.addUser('duty')
  await server.addUser('frozen', { status: 2 })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const validate = async (ticket: string, service = SERVICE, on = server) => {
  const query = new URLSearchParams({ ticket, service })
  const { status, body } = await on.call('GET', `/sys/cas/client/validateLogin?${query.toString()}`)
  return { status, body }
}

describe('single sign-on by CAS', () => {
  it('[CA-25] returns token, user and departments for a ticket', async () => {
    const { status, body } = await validate(provider.grantTicket('duty', SERVICE))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      result: { userInfo: { username: 'duty' }, departs: [], multi_depart: 0 },
    })
    expect((await server.call('GET', '/sys/user/getUserInfo', { token: body.result.token })).status).toBe(200)
  })

  it.each<[string, () => [string, string?]]>([
    ['a ticket nobody was given', () => ['ST-forged']],
    ['a ticket for another service', () => [provider.grantTicket('duty', 'https://other.example/')]],
    [
      'a service that is not ours',
      () => [provider.grantTicket('duty', 'https://evil.example/'), 'https://evil.example/'],
    ],
    ['a service that is no address', () => [provider.grantTicket('duty', 'x'), 'x']],
    ['a person without account', () => [provider.grantTicket('nobody-here', SERVICE)]],
    ['a frozen account', () => [provider.grantTicket('frozen', SERVICE)]],
    ['an empty ticket', () => ['']],
  ])('[CA-25] refuses %s with success false', async (_name, make) => {
    const { status, body } = await validate(...make())
    expect({ status, success: body.success, result: body.result }).toEqual({
      status: 200,
      success: false,
      result: null,
    })
  })

  it('[CA-25] accepts a ticket once', async () => {
    const ticket = provider.grantTicket('duty', SERVICE)
    expect((await validate(ticket)).body.success).toBe(true)
    expect((await validate(ticket)).body.success).toBe(false)
  })

  it('does not validate tickets of a foreign service', async () => {
    const before = provider.requests.length
    await validate('ST-1', 'https://evil.example/')
    expect(provider.requests).toHaveLength(before)
  })

  it('[CA-25] is off without a configured server, and fails clearly when that is unreachable or private', async () => {
    const off = await buildTestApp()
    expect((await validate('ST-1', SERVICE, off)).body).toMatchObject({ success: false, message: '单点登录未启用' })
    await off.close()
    const config = { casUrl: `${provider.url}/cas`, corsOrigins: [CONSOLE] }
    const unreachable = await buildTestApp({ config })
    const answer = await validate(provider.grantTicket('duty', SERVICE), SERVICE, unreachable)
    expect(answer).toMatchObject({ status: 200, body: { success: false, message: '单点登录失败' } })
    await unreachable.close()
  })
})
