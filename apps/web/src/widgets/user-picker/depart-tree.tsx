import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { Spin, Tree } from 'antd'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { departNodes } from '../depart-picker/depart-nodes.ts'
import { ROOTS } from '../lazy-tree/tree-levels.ts'
import { levelQuery, useLazyTree } from '../lazy-tree/use-lazy-tree.ts'

const levelOf = (pid: string) =>
  levelQuery(departTreeEndpoints.level, { query: { primaryKey: 'id', ...(pid !== ROOTS && { pid }) } }, (departs) =>
    departNodes(departs),
  )

export interface DepartTreeProps {
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
}

/** Department tree; levels are loaded on demand. */
export function DepartTree({ selected, onSelect }: DepartTreeProps) {
  const { nodes, loadedKeys, isLoading, error, retry, loadChildren } = useLazyTree('departments', levelOf)
  return (
    <>
      {error && <ErrorBar message={error.message} onRetry={retry} />}
      {isLoading && <Spin />}
      {!isLoading && !error && nodes.length === 0 && <EmptyState title="没有部门" />}
      <Tree
        aria-label="部门"
        blockNode
        treeData={nodes}
        loadedKeys={loadedKeys}
        loadData={({ key }) => loadChildren(String(key))}
        selectedKeys={selected === undefined ? [] : [selected]}
        onSelect={(keys) => onSelect(keys.length === 0 ? undefined : String(keys[0]))}
      />
    </>
  )
}
