import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { useQuery } from '@tanstack/react-query'
import { Tree, TreeSelect } from 'antd'
import { call } from '@/lib/api/http.ts'
import { useIsWide } from '@/lib/use-media.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { departNodes } from '@/widgets/depart-picker/depart-nodes.ts'
import styles from './sys-address.module.css'

export interface DepartPaneProps {
  /** Code of the chosen department. */
  readonly orgCode: string | undefined
  /** Undefined = all departments. */
  readonly onChoose: (orgCode: string | undefined) => void
}

function useDeparts() {
  const {
    data = [],
    error,
    refetch,
  } = useQuery({
    queryKey: [departTreeEndpoints.tree.path, {}],
    queryFn: ({ signal }) => call(departTreeEndpoints.tree, { query: {} }, { signal, silent: true }),
  })
  return { nodes: departNodes(data, 'orgCode', 'departName'), error, refetch }
}

/** The departments as a pane, from 1440 px on. */
export function DepartPane({ orgCode, onChoose }: DepartPaneProps) {
  const isWide = useIsWide()
  const { nodes, error, refetch } = useDeparts()
  if (!isWide) return null
  return (
    <Panel isFlush className={styles.pane}>
      {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {nodes.length > 0 && (
        <Tree
          blockNode
          defaultExpandAll
          aria-label="部门"
          className={styles.tree}
          treeData={nodes}
          fieldNames={{ key: 'value' }}
          selectedKeys={orgCode === undefined ? [] : [orgCode]}
          onSelect={([key]) => onChoose(key === undefined ? undefined : String(key))}
        />
      )}
    </Panel>
  )
}

/** The same choice in the search row, when there is no room for the pane. */
export function DepartChoice({ orgCode, onChoose }: DepartPaneProps) {
  const isWide = useIsWide()
  const { nodes } = useDeparts()
  if (isWide) return null
  return (
    <TreeSelect
      allowClear
      aria-label="部门"
      placeholder="全部部门"
      className={styles.choice}
      treeData={nodes}
      value={orgCode}
      onChange={(code: string | undefined) => onChoose(code)}
    />
  )
}
