import { describe, expect, it } from 'vitest'
import { can, fieldAccess, gridButtons, isFieldVisible, mayShow, type PermissionEntry } from './can.ts'

const CODE = 'mon:device:add'
const granted = (action = CODE, type = '1') => ({ action, type, describe: '' })
const known = (status: string, action = CODE, type = '1') => ({ action, type, status, describe: '' })
const page = (type: string, status: string, action = CODE): PermissionEntry => ({ action, type, status })

const PAGES = {
  'no entry': [],
  'a type-2 entry': [page('2', '1')],
  'a type-2 entry with status 0': [page('2', '0')],
  'a type-1 entry': [page('1', '1')],
  'a type-2 entry of another code': [page('2', '1', 'mon:device')],
  'one of each status': [page('2', '0'), page('2', '1')],
} as const
const OWN = { 'a grant': [granted()], 'no grant': [] } as const
const RULES = {
  'no rule': [],
  'a rule': [known('1')],
  'a rule with status 0': [known('0')],
  'two rules, one with status 0': [known('1'), known('0')],
} as const

/**
 * Expected result of SS-35 for each combination, first match: (1) the page grants, (2) a status 0 denies, (3) the
 * grant.
 */
const table = Object.keys(PAGES).flatMap((pageList) =>
  Object.keys(OWN).flatMap((own) =>
    Object.keys(RULES).map((rules) => {
      const isGrantedByPage = pageList === 'a type-2 entry' || pageList === 'one of each status'
      const isDenied = rules.includes('status 0')
      return [pageList, own, rules, isGrantedByPage || (!isDenied && own === 'a grant')] as const
    }),
  ),
)

describe('an action check', () => {
  it.each(table)('[SS-35] with %s on the page, %s and %s: %s', (pageList, own, rules, allowed) => {
    const lists = { auth: [...OWN[own as keyof typeof OWN]], allAuth: [...RULES[rules as keyof typeof RULES]] }
    expect(can(CODE, lists, PAGES[pageList as keyof typeof PAGES])).toBe(allowed)
  })

  it('[SS-35] is denied by a status 0 in the own list as well, and before the lists are loaded', () => {
    expect(can(CODE, { auth: [granted(), known('0')], allAuth: [] })).toBe(false)
    expect(can(CODE, undefined)).toBe(false)
    expect(can(CODE, undefined, [page('2', '1')])).toBe(true)
  })

  it.each([
    ['a:b,mon:device:add,c', true],
    ['a:b, mon:device:add ,,', true],
    ['mon:device:add2', false],
    [',,', false],
  ])('[SS-35] reads the codes of «%s»', (action, allowed) => {
    expect(can(CODE, { auth: [granted(action)], allAuth: [] })).toBe(allowed)
    expect(can('', { auth: [granted(action)], allAuth: [] })).toBe(false)
  })
})

describe('a button', () => {
  it('is shown for an entry of the page of either type, unless its status is 0', () => {
    const none = { auth: [], allAuth: [] }
    expect(mayShow(CODE, none, [page('1', '1')])).toBe(true)
    expect(mayShow(CODE, none, [page('2', '1')])).toBe(true)
    expect(mayShow(CODE, none, [page('1', '0')])).toBe(false)
    expect(mayShow(CODE, { auth: [granted()], allAuth: [known('0')] }, [])).toBe(false)
  })
})

describe('a field of a page', () => {
  const field = 'user:phone'
  it.each([
    ['no rule', [], [], true],
    ['a rule not granted', [], [known('1', field)], false],
    ['a rule granted', [granted(field)], [known('1', field)], true],
    ['a rule not enforced', [], [known('0', field)], true],
    ['a rule of type 2', [], [known('1', field, '2')], true],
    ['a rule granted as type 2 only', [granted(field, '2')], [known('1', field)], false],
    ['a rule among several codes', [], [known('1', `x, ${field}`)], false],
  ])('[SS-36] with %s', (_, auth, allAuth, visible) => {
    expect(isFieldVisible('user:', 'phone', { auth, allAuth })).toBe(visible)
  })

  it('[SS-36] shows before the lists are loaded, so that no table shifts', () => {
    expect(isFieldVisible('user:', 'phone', undefined)).toBe(true)
  })
})

describe('a cell of a grid', () => {
  const cell = 'order:price'
  it.each([
    ['no rule', [], [], 'editable'],
    ['a type-2 rule not granted', [], [known('1', cell, '2')], 'disabled'],
    ['a type-2 rule granted', [granted(cell, '2')], [known('1', cell, '2')], 'editable'],
    ['a type-1 rule not granted', [], [known('1', cell)], 'hidden'],
    ['both rules, the type-2 one granted', [granted(cell, '2')], [known('1', cell), known('1', cell, '2')], 'hidden'],
    ['both rules, the type-1 one granted', [granted(cell)], [known('1', cell), known('1', cell, '2')], 'disabled'],
    ['a rule not enforced', [], [known('0', cell, '2')], 'editable'],
  ] as const)('with %s is %s', (_, auth, allAuth, access) => {
    const lists = { auth: [...auth], allAuth: [...allAuth] }
    expect(fieldAccess('order', 'price', lists)).toBe(access)
    expect(fieldAccess('order:', 'price', lists)).toBe(access)
  })
})

describe('the buttons of a grid', () => {
  it.each([
    ['no rules', [], [], { add: true, remove: true }],
    [
      'rules not granted',
      [],
      [known('1', 'order:add'), known('1', 'order:batch_delete')],
      { add: false, remove: false },
    ],
    [
      'the rule of adding granted',
      [granted('order:add')],
      [known('1', 'order:add,order:batch_delete')],
      { add: true, remove: false },
    ],
    ['a rule with status 0', [granted('order:add')], [known('0', 'order:add')], { add: false, remove: true }],
  ])('with %s', (_, auth, allAuth, buttons) => {
    expect(gridButtons('order', { auth, allAuth })).toEqual(buttons)
    expect(gridButtons('order:', { auth, allAuth })).toEqual(buttons)
  })

  it('are both shown without a prefix', () => {
    const lists = { auth: [], allAuth: [known('1', 'add')] }
    expect(gridButtons(undefined, lists)).toEqual({ add: true, remove: true })
    expect(gridButtons('', lists)).toEqual({ add: true, remove: true })
  })
})
