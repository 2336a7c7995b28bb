import { departEndpoints } from '@natim/contract/system/depart'
import { type DepartNode, departTreeEndpoints } from '@natim/contract/system/pickers'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Input, Spin, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './depart.module.css'

interface DepartTreePaneProps {
  readonly tree: UseQueryResult<DepartNode[]>
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
  readonly onRemove: (ids: readonly string[], name: string) => Promise<void>
}

interface TreeNode {
  readonly key: string
  readonly title: string
  readonly children: TreeNode[]
}

const nodesOf = (departs: readonly DepartNode[]): TreeNode[] =>
  departs.map(({ id, departName, children }) => ({ key: id, title: departName, children: nodesOf(children ?? []) }))

/** The department tree; during a search, the matches with the words marked (SY-37). */
export function DepartTreePane({ tree, selected, onSelect, onRemove }: DepartTreePaneProps) {
  const [words, setWords] = useState('')
  const [ticked, setTicked] = useState<readonly string[]>([])
  const mayRemove = R.useMay(departEndpoints.removeMany)
  const search = useEndpoint(departTreeEndpoints.search, { query: { keyWord: words } }, { enabled: words !== '' })
  const isSearching = words !== ''
  const shown = isSearching ? search.data : tree.data
  const nodes = useMemo(() => nodesOf(shown ?? []), [shown])
  const failure = isSearching ? null : tree.error
  const removeTicked = async () => {
    await onRemove(ticked, `所选 ${ticked.length} 个部门`)
    setTicked([])
  }
  return (
    <Panel
      className={styles.tree ?? ''}
      {...(failure && { error: { message: failure.message, onRetry: () => void tree.refetch() } })}
    >
      <Input.Search
        allowClear
        aria-label="查找部门"
        placeholder="按部门名称查找"
        onSearch={(text) => setWords(text.trim())}
        onClear={() => setWords('')}
      />
      {mayRemove && ticked.length > 0 && (
        <div className={styles.ticked}>
          <span>已选择 {ticked.length} 项</span>
          <Button type="link" size="small" onClick={() => setTicked([])}>
            清空
          </Button>
          <Button type="link" size="small" danger onClick={() => void removeTicked()}>
            批量删除
          </Button>
        </div>
      )}
      <div className={styles.scroll}>
        {(isSearching ? search.isLoading : tree.isLoading) && <Spin />}
        {isSearching && search.error && <EmptyState title={search.error.message} />}
        {nodes.length > 0 && !(isSearching && search.error) && (
          <Tree<TreeNode>
            key={`${isSearching}`}
            aria-label="部门"
            blockNode
            checkable={mayRemove}
            checkStrictly
            defaultExpandedKeys={nodes.map(({ key }) => key)}
            treeData={nodes}
            titleRender={({ title }) => <Marked text={title} words={words} />}
            checkedKeys={{ checked: [...ticked], halfChecked: [] }}
            onCheck={(keys) => setTicked((Array.isArray(keys) ? keys : keys.checked).map(String))}
            selectedKeys={selected === undefined ? [] : [selected]}
            onSelect={([key]) => key !== undefined && onSelect(String(key))}
          />
        )}
      </div>
    </Panel>
  )
}

/** Highlights the searched words in the name. */
function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase())
  if (at < 0) return text
  const end = at + words.length
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
