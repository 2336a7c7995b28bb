import type { MenuChoice } from '@natim/contract/system/permission'
import { expect, it } from 'vitest'
import { indexOf, missingRowPage, ticked } from './grant-model.ts'

const choice = (key: string, children: MenuChoice[] = []): MenuChoice => ({
  key,
  value: key,
  title: null,
  label: null,
  slotTitle: key,
  scopedSlots: null,
  ruleFlag: 0,
  icon: null,
  parentId: null,
  isLeaf: children.length === 0,
  leaf: children.length === 0,
  children: children.length === 0 ? null : children,
})
const INDEX = indexOf([choice('a', [choice('b', [choice('c'), choice('d')]), choice('e')]), choice('f')])
const change = (before: string[], key: string, isOn: boolean, isLinked = true) =>
  [...ticked(INDEX, new Set(before), key, { isOn, isLinked })].sort().join('')

it.each([
  ['takes everything below along, and what leads to it', [], 'b', true, 'abcd'],
  ['needs only what leads to it when it is a leaf', [], 'c', true, 'abc'],
  ['goes with everything below, and leaves those above', ['a', 'b', 'c', 'd', 'e'], 'b', false, 'ae'],
  ['stands alone at the top', ['a'], 'f', true, 'af'],
])('a linked tick %s', (_name, before, key, isOn, after) => {
  expect(change(before, key, isOn)).toBe(after)
})

it('an unlinked tick changes nothing else', () => {
  expect(change(['a'], 'c', true, false)).toBe('ac')
  expect(change(['a', 'b', 'c'], 'b', false, false)).toBe('ac')
})

it('[SY-26] a list is missing the page that opens its rows until both are ticked', () => {
  const index = indexOf([choice('m-device', [choice('m-device-list'), choice('m-device-detail')]), choice('m-wall')])
  const missing = (key: string, ...value: string[]) => missingRowPage(index, new Set(value), key)?.key
  expect(missing('m-device-list', 'm-device-list')).toBe('m-device-detail')
  expect(missing('m-device-list', 'm-device-list', 'm-device-detail')).toBeUndefined()
  expect(missing('m-device-list')).toBeUndefined()
  // Nobody grants more than they hold: a page outside the tree is not offered.
  expect(missing('m-wall', 'm-wall')).toBeUndefined()
})
