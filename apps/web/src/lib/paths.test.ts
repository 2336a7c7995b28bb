import { describe, expect, it } from 'vitest'
import { isPublicPath, loginWithRedirect, safeRedirect } from './paths.ts'

describe('the redirect after sign-in', () => {
  it.each(['/mon/device/list', '/mon/device/list?~=%7B%7D', '/a#b'])('[SS-10] keeps %s', (path) => {
    expect(safeRedirect(path)).toBe(path)
  })

  it.each([
    null,
    '',
    'mon',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/user/login',
    '/user',
    '/user/register',
    '/oauth2-app/login',
    '/%5cevil\\',
  ])('[SS-10] turns %j into the home page', (path) => {
    expect(safeRedirect(path)).toBe('/dashboard/analysis')
  })

  it('is carried in full in the address of the login page', () => {
    expect(loginWithRedirect('/a?b=1&c=2')).toBe('/user/login?redirect=%2Fa%3Fb%3D1%26c%3D2')
    expect(loginWithRedirect('/')).toBe('/user/login')
  })
})

describe('pages without a token', () => {
  it.each(['/user/login', '/user/register', '/user/register-result', '/oauth2-app/login'])(
    '[SS-01] %s is public',
    (path) => {
      expect(isPublicPath(path)).toBe(true)
    },
  )

  it.each(['/', '/dashboard/analysis', '/user/login/x', '/user', '/404'])('[SS-01] %s is not', (path) => {
    expect(isPublicPath(path)).toBe(false)
  })
})
