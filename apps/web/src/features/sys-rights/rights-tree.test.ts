import type { RightsRow } from '@natim/contract/system/rights'
import { expect, it } from 'vitest'
import { branchKeys, countHeld, filtered, rightsTree } from './rights-tree.ts'

const row = (id: string, more: Partial<RightsRow> = {}): RightsRow => ({
  id,
  parentId: null,
  name: id,
  menuType: 1,
  perms: null,
  permsType: '1',
  status: '1',
  hidden: false,
  roleIds: [],
  lacks: [],
  rules: [],
  ...more,
})

const ROWS = [
  row('group'),
  row('page', { parentId: 'group', roleIds: ['r'] }),
  row('right', { parentId: 'page', menuType: 2, perms: 'a:b', roleIds: ['r'] }),
  row('off', { parentId: 'page', menuType: 2, perms: 'a:c', status: '0', roleIds: ['r'] }),
  row('home', { roleIds: ['r'] }),
]

it('distinguishes held, missing, disabled, and unreachable below a missing menu', () => {
  const [group, home] = rightsTree(ROWS)
  expect([group?.state, group?.children[0]?.state, home?.state]).toEqual(['missing', 'hidden', 'held'])
  expect(group?.children[0]?.children.map(({ state }) => state)).toEqual(['held', 'off'])
  expect(countHeld(ROWS)).toEqual({ menus: 2, rights: 2 })
})

it('shows branches that lead to matches', () => {
  const tree = rightsTree(ROWS)
  expect(branchKeys(filtered(tree, 'all', 'A:B'))).toEqual(['group', 'page'])
  expect(filtered(tree, 'held', '').map(({ key }) => key)).toEqual(['group', 'home'])
  expect(filtered(tree, 'missing', '').map(({ key }) => key)).toEqual(['group'])
  expect(filtered(tree, 'all', 'nobody')).toEqual([])
})
