import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { findPasswordFault } from './password-policy.ts'

const context = { username: 'duty_07', names: ['江苏省监测中心'] }

describe('findPasswordFault', () => {
  it.each([
    ['河流与 17 座桥', undefined],
    ['correct horse battery', undefined],
    ['七个字还不够', 'tooShort'],
    ['x7-Kq2m', 'tooShort'],
    ['x7-Kq2mv', undefined],
    ['z'.repeat(5).padEnd(128, 'k3-'), undefined],
    ['z'.repeat(5).padEnd(129, 'k3-'), 'tooLong'],
    ['Password1', 'common'],
    ['ＰＡＳＳＷＯＲＤ１', 'common'],
    ['P@ssw0rd123', 'common'],
    ['Admin@123', 'common'],
    ['qwertyuiop', 'common'],
    ['1qaz2wsx', 'common'],
    ['88888888', 'common'],
    ['woaini1314', 'common'],
    ['P@$$w0rd', 'common'],
    ['qweasdzxc', 'common'],
    ['147258369', 'common'],
    ['  147258369  ', 'common'],
    ['pass\u200Bword1', 'common'],
    ['19871103', 'common'],
    ['1987-11-03', 'common'],
    ['13912345678', 'common'],
    ['        ', 'tooShort'],
    ['\u3000'.repeat(12), 'tooShort'],
    ['\u200B'.repeat(20), 'tooShort'],
    ['\u2800\u3164\u115F\u00AD\u200D\u2060\uFEFF\u180E', 'tooShort'],
    ['Kq7\u200B\u200B\u200B\u200B\u200B', 'tooShort'],
    ['\u{E0041}\u{E0042}\u{E0043}\u{E0044}\u{E0045}', 'tooShort'],
    ['x7  -  x7', 'tooFewDifferent'],
    ['kkqkkqkkqkk', 'tooFewDifferent'],
    ['ＡA ａa ＡA ａa', 'tooFewDifferent'],
    ['①1①1①1①1', 'common'],
    ['①7①7①7①7', 'tooFewDifferent'],
    ['河湖湾港河湖湾港', undefined],
    ['k q7k q7k-k', undefined],
    ['xx-DUTY_07-yy', 'holdsName'],
    ['my-NATIM-console', 'holdsName'],
    ['江苏省监测中心-7q', 'holdsName'],
  ])('%s: %s', (password, fault) => {
    expect(findPasswordFault(password, context)).toBe(fault)
  })

  it('requires twelve characters for administrators', () => {
    expect(findPasswordFault('x7-Kq2mv', { ...context, isAdministrator: true })).toBe('tooShortForAdministrator')
    expect(findPasswordFault('x7-Kq2mv-93', { ...context, isAdministrator: true })).toBe('tooShortForAdministrator')
    expect(findPasswordFault('x7-Kq2mv-93t', { ...context, isAdministrator: true })).toBeUndefined()
  })

  it('allows names too short to be meaningful', () => {
    expect(findPasswordFault('abstract-art-9', { username: 'ab' })).toBeUndefined()
  })
})

describe('COMMON_PASSWORDS', () => {
  it('holds more than three thousand entries long enough to be allowed otherwise, all in lower case', () => {
    const choosable = [...COMMON_PASSWORDS].filter((password) => password.length >= 8)
    expect(choosable.length).toBeGreaterThan(3_000)
    expect([...COMMON_PASSWORDS].every((password) => password === password.toLowerCase())).toBe(true)
  })
})
