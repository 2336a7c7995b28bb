import { SearchOutlined } from '@ant-design/icons'
import type { TreeNode } from '@natim/contract/mon/device'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Input, Tree, type TreeDataNode } from 'antd'
import { useState } from 'react'
import { useListContext } from '@/resource/index.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { regionLevel, regionTitle } from '@/widgets/region-tree/region-level.ts'
import treeStyles from '@/widgets/region-tree/region-tree.module.css'
import { filtersOfNode, nodeOfFilters, parentsOf } from './place.ts'
import styles from './region-tree.module.css'
import { TreeMatches } from './tree-matches.tsx'

function NodeTitle({ node }: { readonly node: TreeNode }) {
  const title = regionTitle(node)
  return (
    <span className={styles.node}>
      <span className="ellipsis" title={title}>
        {title}
      </span>
      {node.abnormal > 0 && (
        <span className={styles.abnormal} title={`${node.abnormal} 台故障或离线`}>
          {node.abnormal.toLocaleString('en-US')}
          <span className="visually-hidden"> 台异常</span>
        </span>
      )}
      <span className={styles.total}>{node.total.toLocaleString('en-US')}</span>
    </span>
  )
}

type Levels = ReadonlyMap<string, readonly TreeNode[]>

function toTreeData(levels: Levels, parent: string): TreeDataNode[] {
  // Devices without a region are counted under the root's own key; dropping it avoids endless recursion.
  const nodes = (levels.get(parent) ?? []).filter(({ key }) => key !== parent)
  return nodes.map((node) => ({
    key: node.key,
    title: <NodeTitle node={node} />,
    isLeaf: node.isLeaf,
    children: levels.has(node.key) ? toTreeData(levels, node.key) : undefined,
  }))
}

/** Country, provinces, cities and stations, loaded a level at a time, with device counts. */
export function RegionTree({ onChosen }: { readonly onChosen?: () => void }) {
  const { state, search } = useListContext()
  const queryClient = useQueryClient()
  const selected = nodeOfFilters(state.filters)
  const [expanded, setExpanded] = useState<readonly string[]>(() => parentsOf(selected))
  const [text, setText] = useState('')
  const parents = ['', ...expanded]
  const answers = useQueries({ queries: parents.map(regionLevel) })
  const levels = new Map(
    parents.flatMap((parent, index) => {
      const nodes = answers[index]?.data
      return nodes ? [[parent, nodes] as const] : []
    }),
  )
  const failed = answers.find((answer) => answer.isError)
  const choose = (key: string) => {
    search(filtersOfNode(key))
    onChosen?.()
  }
  return (
    <div className={styles.pane}>
      <Input
        type="search"
        aria-label="搜索区域或站点"
        placeholder="搜索区域或站点"
        prefix={<SearchOutlined className={styles.icon} aria-hidden />}
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {failed && <ErrorBar message="加载失败" onRetry={() => void failed.refetch()} />}
      <div className={styles.scroll}>
        {text.trim() === '' ? (
          <Tree
            aria-label="区域与站点"
            blockNode
            className={treeStyles.tree ?? ''}
            treeData={toTreeData(levels, '')}
            expandedKeys={[...expanded]}
            onExpand={(keys) => setExpanded(keys.map(String))}
            loadData={async ({ key }) => void (await queryClient.fetchQuery(regionLevel(String(key))))}
            selectedKeys={[selected]}
            onSelect={(_keys, { node }) => choose(String(node.key))}
          />
        ) : (
          <TreeMatches text={text.trim()} onChoose={choose} />
        )}
      </div>
    </div>
  )
}
