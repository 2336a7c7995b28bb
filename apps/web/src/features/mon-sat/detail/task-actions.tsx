import { type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { canSat } from '@natim/domain/sat-task'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '@/resource/use-may.ts'
import { SAT } from '../sat-text.ts'
import type { SatOrders } from '../use-sat.ts'
import styles from './detail.module.css'

interface TaskActionsProps {
  readonly task: SatTaskDetail
  readonly orders: SatOrders
}

/** Actions available to this user in this state; others have no button. */
export function TaskActions({ task, orders }: TaskActionsProps) {
  const navigate = useNavigate()
  const [isCancelling, setIsCancelling] = useState(false)
  const mayAdd = useMay(satEndpoints.add)
  const mayCancel = useMay(satEndpoints.cancel)
  const { id, version, state } = task
  const body = { id, version }
  const { order, isBusy } = orders
  return (
    <span className={styles.buttons}>
      {mayAdd && <Button onClick={() => navigate(`${SAT.edit('new')}?from=${id}`)}>复制</Button>}
      {mayAdd && state === 'draft' && <Button onClick={() => navigate(SAT.edit(id))}>编辑</Button>}
      {mayAdd && canSat(state, 'withdraw') && (
        <Button loading={isBusy} onClick={() => void order(satEndpoints.withdraw, { body })}>
          撤回
        </Button>
      )}
      {mayAdd && canSat(state, 'revise') && (
        <Button loading={isBusy} onClick={() => void order(satEndpoints.revise, { body })}>
          改为草稿
        </Button>
      )}
      {mayCancel && canSat(state, 'cancel') && (
        <Button danger onClick={() => setIsCancelling(true)}>
          取消任务
        </Button>
      )}
      {mayAdd && canSat(state, 'submit') && (
        <Button type="primary" loading={isBusy} onClick={() => void order(satEndpoints.submit, { body })}>
          提交审批
        </Button>
      )}
      {mayAdd && canSat(state, 'close') && (
        <Button type="primary" loading={isBusy} onClick={() => void order(satEndpoints.close, { body })}>
          关闭任务
        </Button>
      )}
      {isCancelling && <CancelDialog task={task} orders={orders} onClose={() => setIsCancelling(false)} />}
    </span>
  )
}

const MAX_NOTE = 300

function CancelDialog({ task, orders, onClose }: TaskActionsProps & { readonly onClose: () => void }) {
  const [note, setNote] = useState('')
  const cancel = async () => {
    const { id, version } = task
    if (await orders.order(satEndpoints.cancel, { body: { id, version, note: note.trim() } })) onClose()
  }
  return (
    <Modal
      open
      title={`取消任务 ${task.no}？`}
      okText="取消任务"
      cancelText="返回"
      okButtonProps={{ danger: true, disabled: note.trim() === '', loading: orders.isBusy }}
      onOk={() => void cancel()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>取消后不能恢复；已下达的指令会一并撤销。</p>
      <Input.TextArea
        aria-label="取消理由"
        placeholder="请填写取消理由"
        rows={3}
        maxLength={MAX_NOTE}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Modal>
  )
}
