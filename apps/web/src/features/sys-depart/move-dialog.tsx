import { departEndpoints } from '@natim/contract/system/depart'
import type { DepartNode } from '@natim/contract/system/pickers'
import { Alert, TreeSelect } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './depart.module.css'

interface MoveDialogProps {
  readonly depart: DepartNode
  readonly tree: readonly DepartNode[]
  readonly onMoved: () => void
  readonly onClose: () => void
}

interface Choice {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: Choice[]
}

/** Possible targets: not the department itself or its descendants. */
const choicesOf = (nodes: readonly DepartNode[], moved: DepartNode): Choice[] =>
  nodes.map((node) => ({
    value: node.id,
    title: node.departName,
    disabled: node.orgCode.startsWith(moved.orgCode) || node.id === moved.parentId,
    children: choicesOf(node.children ?? [], moved),
  }))

/** Moves a department under another one; the codes of all its descendants change (SY-41). */
export function MoveDialog({ depart, tree, onMoved, onClose }: MoveDialogProps) {
  const notify = useNotify()
  const [parentId, setParentId] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const move = async () => {
    setIsSaving(true)
    try {
      const { message } = await callWithMessage(departEndpoints.move, { body: { id: depart.id, parentId } })
      notify.line(message, 'success')
      onMoved()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setIsSaving(false)
    }
  }
  const isAtTop = depart.parentId === null
  return (
    <Dialog
      open
      title={`移动「${depart.departName}」`}
      okText="移动"
      isSaving={isSaving}
      okButtonProps={{ disabled: isAtTop && parentId === undefined }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <div className={styles.move}>
        <TreeSelect
          aria-label="新的上级部门"
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          treeDefaultExpandAll
          placeholder={isAtTop ? '请选择新的上级部门' : '留空则成为一级部门'}
          value={parentId}
          onChange={setParentId}
          treeData={choicesOf(tree, depart)}
        />
        <Alert type="info" showIcon title="该部门及其下级的机构编码会重新生成，成员、站点与设备随之更新。" />
      </div>
    </Dialog>
  )
}
