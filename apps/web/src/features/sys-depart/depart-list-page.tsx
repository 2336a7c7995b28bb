import { departEndpoints } from '@natim/contract/system/depart'
import { departPermissionEndpoints } from '@natim/contract/system/depart-role'
import { type DepartNode, departTreeEndpoints } from '@natim/contract/system/pickers'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './depart.module.css'
import { DepartForm } from './depart-form.tsx'
import { DepartPermissions } from './depart-permissions.tsx'
import { depart } from './depart-resource.tsx'
import { DepartTreePane } from './depart-tree-pane.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** 部门管理 (SY-36): the tree, and beside it the fields and permissions of one department. */
export default function DepartListPage() {
  const list = R.useResourceList(depart)
  const tree = useEndpoint(departTreeEndpoints.tree, { query: {} })
  const [selected, setSelected] = useState<string>()
  const [parent, setParent] = useState<DepartNode>()
  const [isMoving, setIsMoving] = useState(false)
  const editor = R.useResourceEditor(depart, { onSaved: list.reload })
  const remove = R.useTreeRemoval(departEndpoints, (ids) => {
    if (selected !== undefined && ids.includes(selected)) setSelected(undefined)
    list.reload()
  })
  const current = find(tree.data ?? [], selected)
  const add = (below: DepartNode | undefined) => {
    setParent(below)
    editor.create()
  }
  const entityLabel = parent ? `「${parent.departName}」的下级部门` : '一级部门'
  return (
    <R.ResourcePage
      list={list}
      editor={{
        ...editor,
        resource: { ...depart, entityLabel },
        save: (values) => editor.save({ ...values, parentId: parent?.id }),
      }}
    >
      <Actions current={current} onAdd={add} />
      <R.Panes>
        <DepartTreePane tree={tree} selected={selected} onSelect={setSelected} onRemove={remove} />
        <Panel className={styles.detail ?? ''} isFlush>
          {current ? (
            <Detail
              key={current.id}
              depart={current}
              parentName={find(tree.data ?? [], current.parentId ?? undefined)?.departName}
              onSaved={list.reload}
              onMove={() => setIsMoving(true)}
              onRemove={() => void remove([current.id], `「${current.departName}」`)}
            />
          ) : (
            <EmptyState title="请选择部门" hint="在左侧选中一个部门，查看和修改它的信息与权限" />
          )}
        </Panel>
      </R.Panes>
      <R.EditorModal width={640} />
      {isMoving && current && (
        <MoveDialog depart={current} tree={tree.data ?? []} onMoved={list.reload} onClose={() => setIsMoving(false)} />
      )}
    </R.ResourcePage>
  )
}

interface ActionsProps {
  /** The selected department. */
  readonly current: DepartNode | undefined
  /** Adds a department below another one, or at the top level. */
  readonly onAdd: (parent: DepartNode | undefined) => void
}

function Actions({ current, onAdd }: ActionsProps) {
  const notify = useNotify()
  const mayAdd = R.useMay(departEndpoints.create)
  const addChild = () => (current ? onAdd(current) : notify.line('请先选中一个上级部门', 'warning'))
  return (
    <R.Toolbar>
      <R.ImportButtons />
      <R.ExportButton />
      {mayAdd && <Button onClick={addChild}>添加下级</Button>}
      {mayAdd && (
        <Button type="primary" onClick={() => onAdd(undefined)}>
          添加一级部门
        </Button>
      )}
    </R.Toolbar>
  )
}

interface DetailProps {
  readonly depart: DepartNode
  readonly parentName: string | undefined
  readonly onSaved: () => void
  readonly onMove: () => void
  readonly onRemove: () => void
}

function Detail(props: DetailProps) {
  const mayGrant = R.useMay(departPermissionEndpoints.granted)
  const grants = { key: 'grants', label: '部门权限', children: <DepartPermissions departId={props.depart.id} /> }
  return (
    <Tabs
      className={styles.tabs ?? ''}
      items={[{ key: 'form', label: '基本信息', children: <DepartForm {...props} /> }, ...(mayGrant ? [grants] : [])]}
    />
  )
}

/** Finds a department anywhere in the tree. */
function find(nodes: readonly DepartNode[], id: string | undefined): DepartNode | undefined {
  for (const node of nodes) {
    const hit = node.id === id ? node : find(node.children ?? [], id)
    if (hit) return hit
  }
  return undefined
}
