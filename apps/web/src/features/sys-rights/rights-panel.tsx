import type { RightsView } from '@natim/contract/system/rights'
import { Input, Segmented, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './rights.module.css'
import {
  branchKeys,
  countHeld,
  filtered,
  type RightNode,
  type RightState,
  type RightsFilter,
  rightsTree,
} from './rights-tree.ts'

const STATES: Readonly<Record<RightState, { readonly tone: TagTone; readonly text: string }>> = {
  held: { tone: 'success', text: '有' },
  missing: { tone: 'neutral', text: '无' },
  off: { tone: 'warning', text: '停用' },
  hidden: { tone: 'warning', text: '看不到' },
}

const FILTERS: { value: RightsFilter; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'held', label: '有权限' },
  { value: 'missing', label: '无权限' },
]

interface RightsPanelProps {
  readonly view: RightsView
  /** Called with the id of a menu or the code of a permission. */
  readonly onAsk: (code: string) => void
}

/** Menus and permissions of the subject; each can be explained. */
export function RightsPanel({ view, onAsk }: RightsPanelProps) {
  const [filter, setFilter] = useState<RightsFilter>('all')
  const [words, setWords] = useState('')
  const [opened, setOpened] = useState<readonly string[]>()
  const all = useMemo(() => rightsTree(view.rows), [view.rows])
  const nodes = useMemo(() => filtered(all, filter, words), [all, filter, words])
  const counts = countHeld(view.rows)
  // During a search all matches are expanded; otherwise the nodes the user opened.
  const expanded = words.trim() !== '' || filter !== 'all' ? branchKeys(nodes) : (opened ?? [])
  return (
    <Panel isFlush title="菜单与权限" meta={`${counts.menus} 个菜单 · ${counts.rights} 项权限`}>
      <div className={styles.tools}>
        <Segmented aria-label="筛选" value={filter} onChange={setFilter} options={FILTERS} />
        <Input.Search
          className={styles.search}
          allowClear
          aria-label="查找权限"
          placeholder="名称或权限标识，回车查询原因"
          onChange={(event) => setWords(event.target.value)}
          onSearch={(code) => code.trim() !== '' && onAsk(code.trim())}
        />
      </div>
      <div className={styles.tree}>
        {nodes.length === 0 ? (
          <EmptyState title="没有符合条件的权限" />
        ) : (
          <Tree<RightNode>
            aria-label="菜单与权限"
            blockNode
            treeData={nodes}
            expandedKeys={[...expanded]}
            onExpand={(keys) => setOpened(keys.map(String))}
            onSelect={(_keys, { node }) => onAsk(node.row.perms || node.key)}
            titleRender={(node) => <Right node={node} view={view} />}
          />
        )}
      </div>
    </Panel>
  )
}

function Right({ node: { row, state }, view }: { readonly node: RightNode; readonly view: RightsView }) {
  const { tone, text } = STATES[state]
  const via = view.roles.filter(({ id }) => row.roleIds.includes(id)).map(({ roleName }) => roleName)
  return (
    <span className={styles.node} data-state={state} title={via.length > 0 ? `来自角色：${via.join('、')}` : undefined}>
      {row.name}
      <Tag tone={tone}>{text}</Tag>
      {row.perms && <code className={styles.code}>{row.perms}</code>}
      {row.lacks.length > 0 && <Tag tone="warning">打开后缺少 {row.lacks.join('、')}</Tag>}
      {row.rules.length > 0 && <Tag tone="info">{row.rules.join('；')}</Tag>}
    </span>
  )
}
