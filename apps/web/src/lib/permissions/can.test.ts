import { describe, expect, it } from 'vitest'
import { can } from './can.ts'

const CODE = 'mon:device:add'
const granted = { action: CODE, type: '1', describe: '' }
const known = (status: string) => ({ ...granted, status })
const page = (type: string, status: string) => ({ action: CODE, type, status })

describe('an action check (D-15, D-30, D-48)', () => {
  it.each([
    ['is granted by the own list', { auth: [granted], allAuth: [known('1')] }, [], true],
    ['is granted by the own list though no rule is known', { auth: [granted], allAuth: [] }, [], true],
    ['is refused without a grant', { auth: [], allAuth: [known('1')] }, [], false],
    ['is refused when nothing is known', { auth: [], allAuth: [] }, [], false],
    ['is refused before the lists are loaded', undefined, [], false],
    ['is denied by a status-0 rule', { auth: [granted], allAuth: [known('0')] }, [], false],
    ['is denied when one of two rules has status 0', { auth: [granted], allAuth: [known('1'), known('0')] }, [], false],
    ['is granted by a type-2 entry of the page', { auth: [], allAuth: [] }, [page('2', '1')], true],
    [
      'is granted by the page even against a status-0 rule',
      { auth: [], allAuth: [known('0')] },
      [page('2', '1')],
      true,
    ],
    ['is not granted by a type-2 entry with status 0', { auth: [], allAuth: [] }, [page('2', '0')], false],
    ['is not granted by a type-1 entry of the page', { auth: [], allAuth: [] }, [page('1', '1')], false],
  ] as const)('%s', (_, lists, entries, allowed) => {
    expect(can(CODE, lists && { auth: [...lists.auth], allAuth: [...lists.allAuth] }, entries)).toBe(allowed)
  })

  it('reads several codes of one entry, and no part of a code', () => {
    const lists = { auth: [{ ...granted, action: 'a:b,mon:device:add,c' }], allAuth: [] }
    expect(can(CODE, lists)).toBe(true)
    expect(can('mon:device', lists)).toBe(false)
  })
})
