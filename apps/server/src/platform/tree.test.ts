import { expect, it } from 'vitest'
import { growTree } from './tree.ts'

const shape = {
  keyOf: ([key]: readonly [string, string]) => key,
  parentOf: ([, parent]: readonly [string, string]) => parent,
  toNode: ([key]: readonly [string, string], children: string[]) => `${key}(${children.join(' ')})`,
}

it('grows from the root down, siblings in row order', () => {
  const rows = [
    ['b', '0'],
    ['a', '0'],
    ['a2', 'a'],
    ['a1', 'a'],
    ['a2x', 'a2'],
  ] as const
  expect(growTree(rows, '0', shape)).toEqual(['b()', 'a(a2(a2x()) a1())'])
  expect(growTree(rows, 'a', shape)).toEqual(['a2(a2x())', 'a1()'])
  expect(growTree([], '0', shape)).toEqual([])
})

it('leaves out loops and rows not connected to the root', () => {
  const rows = [
    ['a', '0'],
    ['x', 'y'],
    ['y', 'x'],
    ['z', 'z'],
    ['lost', 'gone'],
  ] as const
  expect(growTree(rows, '0', shape)).toEqual(['a()'])
})
