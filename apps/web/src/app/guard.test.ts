import { afterEach, describe, expect, it } from 'vitest'
import { configure } from '../lib/config.ts'
import { guard } from './guard.ts'

const to = (path: string, hasToken: boolean, inChatApp = false) => {
  const { pathname, search, hash } = new URL(path, 'http://here')
  return guard({ pathname, search, hash }, { hasToken, inChatApp })
}

afterEach(() => configure({}))

describe('without a token', () => {
  it.each([
    ['/user', '/user/login'],
    ['/user/alteration?x=1', '/user/login?x=1'],
    ['/oauth2-app', '/oauth2-app/login'],
    ['/user/login?redirect=%2Fa', undefined],
    ['/user/register', undefined],
    ['/oauth2-app/login', undefined],
    ['/', '/user/login'],
    ['/mon/device/list?kind=gas#x', '/user/login?redirect=%2Fmon%2Fdevice%2Flist%3Fkind%3Dgas%23x'],
  ])('%s redirects to %s', (path, target) => expect(to(path, false)).toBe(target))

  it.each([
    ['/mon/device/list', '/oauth2-app/login?redirect=%2Fmon%2Fdevice%2Flist'],
    ['/user/login?redirect=%2Fa', '/oauth2-app/login?redirect=%2Fa'],
    ['/user/login?account=1', undefined],
    ['/oauth2-app/login', undefined],
  ])('redirects %s to %s inside a chat app', (path, target) => expect(to(path, false, true)).toBe(target))

  it('[SS-01] accepts a configured extra login path', () => {
    configure({ extraLoginPath: '/sso/entry' })
    expect(to('/sso/entry', false)).toBeUndefined()
    expect(to('/oauth2-app/login', false)).toBe('/user/login?redirect=%2Foauth2-app%2Flogin')
  })
})

describe('with a token', () => {
  it.each([
    ['/user/login', '/dashboard/analysis'],
    ['/oauth2-app/login', '/dashboard/analysis'],
    ['/user/login?redirect=%2Fmon%2Fdevice%2Flist%3Fkind%3Dgas', '/mon/device/list?kind=gas'],
    ['/user/login?redirect=%2F%2Fevil.example', '/dashboard/analysis'],
    ['/user', '/user/login'],
    ['/', '/dashboard/analysis'],
    ['/mon/device/list', undefined],
    ['/user/register-result', undefined],
  ])('%s redirects to %s', (path, target) => expect(to(path, true)).toBe(target))
})
