import { type CategoryNode, categoryAdminEndpoints } from '@natim/contract/system/category'
import { Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import styles from './category.module.css'
import { openable } from './category-tree.ts'

export interface CategoryTableProps {
  readonly nodes: readonly CategoryNode[]
  /** Expands everything, so that search matches are visible. */
  readonly isOpen: boolean
  readonly isLoading: boolean
  readonly ticked: readonly string[]
  readonly onTick: (keys: readonly string[]) => void
  readonly onAdd: (parent: CategoryNode) => void
  readonly onEdit: (node: CategoryNode) => void
  readonly onRemove: (node: CategoryNode) => void
}

type DrawnNode = Omit<CategoryNode, 'children'> & { readonly children?: DrawnNode[] }

/** antd shows an expander for any `children` array. */
const drawn = (nodes: readonly CategoryNode[]): DrawnNode[] =>
  nodes.map(({ children, ...node }) => (children ? { ...node, children: drawn(children) } : node))

/** The category tree as nested rows. */
export function CategoryTable(props: CategoryTableProps) {
  const { nodes, isOpen, isLoading, ticked, onTick } = props
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const mayRemove = R.useMay(categoryAdminEndpoints.removeMany)
  return (
    <Table<DrawnNode>
      size="small"
      rowKey="key"
      loading={isLoading}
      columns={columnsOf(props)}
      dataSource={drawn(nodes)}
      pagination={false}
      locale={{ emptyText: <EmptyState title="没有分类" /> }}
      scroll={{ x: 640 }}
      expandable={{
        expandedRowKeys: isOpen ? openable(nodes) : [...expanded],
        onExpandedRowsChange: (keys) => setExpanded(keys.map(String)),
      }}
      {...(mayRemove && {
        rowSelection: {
          selectedRowKeys: [...ticked],
          checkStrictly: true,
          onChange: (keys) => onTick(keys.map(String)),
        },
      })}
    />
  )
}

const columnsOf = (props: CategoryTableProps): TableColumnType<DrawnNode>[] => [
  { key: 'name', title: '分类名称', dataIndex: 'name', ellipsis: true },
  { key: 'code', title: '分类编码', dataIndex: 'code', width: 180 },
  {
    key: 'actions',
    title: '操作',
    width: 200,
    render: (_value, node) => <NodeLinks {...props} node={node as CategoryNode} />,
  },
]

function NodeLinks({ node, onAdd, onEdit, onRemove }: CategoryTableProps & { readonly node: CategoryNode }) {
  const mayAdd = R.useMay(categoryAdminEndpoints.create)
  const mayEdit = R.useMay(categoryAdminEndpoints.update)
  const mayRemove = R.useMay(categoryAdminEndpoints.remove)
  return (
    <span className={styles.links}>
      {mayAdd && (
        <R.TextLink label={`添加 ${node.name} 的下级`} onClick={() => onAdd(node)}>
          添加下级
        </R.TextLink>
      )}
      {mayEdit && (
        <R.TextLink label={`编辑 ${node.name}`} onClick={() => onEdit(node)}>
          编辑
        </R.TextLink>
      )}
      {mayRemove && (
        <R.TextLink isDanger label={`删除 ${node.name}`} onClick={() => onRemove(node)}>
          删除
        </R.TextLink>
      )}
    </span>
  )
}
