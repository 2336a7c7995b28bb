import { departEndpoints } from '@natim/contract/system/depart'
import type { DepartRoleRow } from '@natim/contract/system/depart-role'
import type { DepartNode } from '@natim/contract/system/pickers'
import { Spin, Tabs, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { DepartMembers } from './depart-members.tsx'
import { DepartRoles } from './depart-roles.tsx'
import { GrantDrawer } from './grant-drawer.tsx'
import styles from './my-depart.module.css'

interface TreeNode {
  readonly key: string
  readonly title: string
  readonly children: TreeNode[]
}

const nodesOf = (departs: readonly DepartNode[]): TreeNode[] =>
  departs.map(({ id, departName, children }) => ({ key: id, title: departName, children: nodesOf(children ?? []) }))

/** 我的部门 (SY-40): department heads see their members and grant roles within the department. */
export default function MyDepartPage() {
  const { data, error, isLoading, refetch } = useEndpoint(departEndpoints.mine, {})
  const nodes = useMemo(() => nodesOf(data ?? []), [data])
  const [chosen, setChosen] = useState<string>()
  const [granted, setGranted] = useState<DepartRoleRow>()
  const selected = chosen ?? nodes[0]?.key
  return (
    <div className={styles.page}>
      <PageHead title="我的部门" />
      {error && <ErrorBar message={error.message} onRetry={() => void refetch()} />}
      {isLoading && <Spin className={styles.wait ?? ''} />}
      {!isLoading && !error && nodes.length === 0 && (
        <Panel>
          <EmptyState
            title="您没有负责的部门"
            hint="由管理员在「部门管理」中设为部门负责人后，可在这里查看成员并分配部门角色"
          />
        </Panel>
      )}
      {selected !== undefined && (
        <R.Panes>
          <Panel className={styles.tree ?? ''} title="负责的部门">
            <Tree<TreeNode>
              aria-label="负责的部门"
              blockNode
              defaultExpandAll
              treeData={nodes}
              selectedKeys={[selected]}
              onSelect={([key]) => key !== undefined && setChosen(String(key))}
            />
          </Panel>
          <Panel className={styles.detail ?? ''} isFlush>
            <Tabs
              key={selected}
              className={styles.tabs ?? ''}
              items={[
                { key: 'members', label: '部门成员', children: <DepartMembers departId={selected} /> },
                { key: 'roles', label: '部门角色', children: <DepartRoles departId={selected} onGrant={setGranted} /> },
              ]}
            />
          </Panel>
        </R.Panes>
      )}
      <GrantDrawer role={granted} onClose={() => setGranted(undefined)} />
    </div>
  )
}
