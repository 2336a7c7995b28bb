import type { CategoryNode } from '@natim/contract/system/category'
import { expect, it } from 'vitest'
import { matching, openable } from './category-tree.ts'

const node = (code: string, name: string, children: CategoryNode[] | null = null): CategoryNode => ({
  key: code,
  value: code,
  title: name,
  label: name,
  name,
  code,
  parentId: '0',
  leaf: children === null,
  hasChildren: children !== null,
  children,
})
const TREE = [
  node('A01', '设备故障', [node('A01A01', '通信故障', [node('A01A01A01', '网络中断')]), node('A01A02', '供电故障')]),
  node('A02', '处置措施'),
]
const names = (nodes: readonly CategoryNode[]): unknown[] =>
  nodes.map((one) => (one.children ? [one.name, names(one.children)] : one.name))

it('keeps the ancestors of a match, and everything below it', () => {
  expect(names(matching(TREE, '网络'))).toEqual([['设备故障', [['通信故障', ['网络中断']]]]])
  expect(names(matching(TREE, '通信'))).toEqual([['设备故障', [['通信故障', ['网络中断']]]]])
  expect(names(matching(TREE, 'a01a02'))).toEqual([['设备故障', ['供电故障']]])
  expect(matching(TREE, '没有')).toEqual([])
  expect(matching(TREE, '')).toEqual(TREE)
})

it('expands nodes with children', () => {
  expect(openable(TREE)).toEqual(['A01', 'A01A01'])
})
