import { expect, it } from 'vitest'
import { flatNodes, type LazyNode, type Levels, nestLevels } from './tree-levels.ts'

const node = (key: string, more: Partial<LazyNode> = {}): LazyNode => ({
  key,
  value: key,
  title: key,
  isLeaf: false,
  ...more,
})

it('puts loaded levels below their parents', () => {
  const levels: Levels = new Map([
    ['', [node('a'), node('b', { isLeaf: true })]],
    ['a', [node('a1')]],
  ])
  expect(nestLevels(levels)).toEqual([node('a', { children: [node('a1')] }), node('b', { isLeaf: true })])
  expect(flatNodes(nestLevels(levels)).map(({ key }) => key)).toEqual(['a', 'a1', 'b'])
})

it('makes a node without children a leaf, and keeps children included with their parent', () => {
  const levels: Levels = new Map([
    ['', [node('a'), node('b', { children: [node('b1')] })]],
    ['a', []],
    ['b1', []],
  ])
  expect(nestLevels(levels)).toEqual([
    node('a', { isLeaf: true, children: [] }),
    node('b', { children: [node('b1', { isLeaf: true, children: [] })] }),
  ])
})
