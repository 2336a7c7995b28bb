import { describe, expect, it } from 'vitest'
import { loginWithRedirect, safeRedirect } from './paths.ts'

describe('the way back after sign-in', () => {
  it.each(['/mon/device/list', '/mon/device/list?~=%7B%7D', '/a#b'])('keeps %s', (path) => {
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
    '/%5cevil\\',
  ])('turns %j into the home page', (path) => {
    expect(safeRedirect(path)).toBe('/dashboard/analysis')
  })

  it('is carried whole in the address of the login page', () => {
    expect(loginWithRedirect('/a?b=1&c=2')).toBe('/user/login?redirect=%2Fa%3Fb%3D1%26c%3D2')
    expect(loginWithRedirect('/')).toBe('/user/login')
  })
})
