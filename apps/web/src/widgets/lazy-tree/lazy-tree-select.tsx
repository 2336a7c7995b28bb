import { LAYOUT_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { TreeSelect } from 'antd'
import { useState } from 'react'
import { splitList } from '@/lib/comma-list.ts'
import type { ControlProps } from '../control-props.ts'
import type { Option } from '../dict-select/dict-option.ts'
import { flatNodes, type LazyNode } from './tree-levels.ts'
import type { LazyTree } from './use-lazy-tree.ts'

/** Shared by all tree selects: the value is a key or a comma list of keys, passed with its labels. */
export interface TreeControlProps extends Omit<ControlProps<string>, 'onChange'> {
  readonly isMulti?: boolean
  readonly onChange?: (value: string, caption: string) => void
}

/** Stored keys; `0` means no choice, as roots store it for their parent (WG-66). */
export const treeValues = (value: string | null | undefined): string[] => (value === '0' ? [] : splitList(value))

interface SelectNode extends Pick<LazyNode, 'value' | 'title' | 'isLeaf'> {
  readonly children?: SelectNode[]
}

const toSelectNode = ({ value, title, isLeaf, children }: LazyNode): SelectNode => ({
  value,
  title,
  isLeaf,
  ...(children && { children: children.map(toSelectNode) }),
})

/** Options chosen here: their labels are known. */
export function useSeen(): readonly [readonly Option[], (seen: readonly Option[]) => void] {
  return useState<readonly Option[]>([])
}

/** A chosen node, as antd reports it. */
interface Labelled {
  readonly value: string
}

export interface LazyTreeSelectProps extends TreeControlProps {
  readonly tree: LazyTree
  readonly captionOf: (value: string) => string
  readonly onSeen: (seen: readonly Option[]) => void
}

/** Select of one or several nodes of a tree whose levels are loaded on demand. */
export function LazyTreeSelect({
  tree,
  captionOf,
  onSeen,
  isMulti = false,
  value,
  onChange,
  ...rest
}: LazyTreeSelectProps) {
  const { nodes, loadedKeys, loadChildren, isLoading } = tree
  const all = flatNodes(nodes)
  const shown = treeValues(value).map((part) => ({ value: part, label: captionOf(part) }))
  // antd identifies nodes by value.
  const keyOf = (nodeValue: unknown) => all.find((node) => node.value === nodeValue)?.key
  const change = (next: Labelled | readonly Labelled[] | null | undefined) => {
    const chosen = [next ?? []].flat()
    const picked = chosen.map(({ value: part }) => ({ value: part, label: titleOf(part) }))
    onSeen(picked)
    onChange?.(picked.map((option) => option.value).join(','), picked.map((option) => option.label).join(','))
  }
  const titleOf = (part: string) => all.find((node) => node.value === part)?.title ?? captionOf(part)
  return (
    <TreeSelect
      {...rest}
      labelInValue
      allowClear
      multiple={isMulti}
      showSearch={false}
      loading={isLoading}
      treeData={nodes.map(toSelectNode)}
      treeLoadedKeys={all.filter(({ key }) => loadedKeys.includes(key)).map((node) => node.value)}
      loadData={async (node) => {
        const key = keyOf(node.value)
        if (key !== undefined) await loadChildren(key)
      }}
      notFoundContent={MESSAGES[isLoading ? 'search.loading' : 'search.none']}
      styles={{ popup: { root: { maxHeight: LAYOUT_PX.treeDropdownMax, overflow: 'auto' } } }}
      value={isMulti ? shown : shown[0]}
      onChange={change}
      style={{ width: '100%' }}
    />
  )
}
