import { type WxProductDetail, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { Button, Modal, Tooltip } from 'antd'
import { useState } from 'react'
import { useSession } from '@/lib/session/session-store.ts'
import { useMay } from '@/resource/use-may.ts'
import type { WxOrders } from '../use-wx.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface LostActionsProps {
  readonly product: WxProductDetail
  readonly orders: WxOrders
}

/**
 * Publication outcome unknown: one person states that it was not published, another one confirms, then it may be
 * published anew.
 */
export function LostActions({ product, orders }: LostActionsProps) {
  const [dialog, setDialog] = useState<'lose' | 'forget'>()
  const mayLose = useMay(wxProductEndpoints.lose)
  const mayForget = useMay(wxProductEndpoints.forget)
  const username = useSession(({ user }) => user?.username)
  const { id, version, no, lost, state, isUnsure } = product
  const { order, isBusy } = orders
  const close = () => setDialog(undefined)
  const isOwn = lost?.username === username
  if (state !== 'failed' || !isUnsure) return null
  return (
    <>
      {mayLose && lost === null && <Button onClick={() => setDialog('lose')}>申报未发出</Button>}
      {mayForget && lost !== null && (
        <Tooltip title={isOwn ? '须由申报人以外的人确认' : undefined}>
          <Button disabled={isOwn} onClick={() => setDialog('forget')}>
            确认未发出
          </Button>
        </Tooltip>
      )}
      {dialog === 'lose' && (
        <ReasonDialog
          title={`申报 ${no} 未发出？`}
          hint="请先在公众平台核对草稿箱与发布记录。另一人确认后可作为新文章重新发布；若原文章其实已发出，将出现两篇。"
          label="核对情况"
          okText="申报未发出"
          isBusy={isBusy}
          onOk={async (note) => {
            if (await order(wxProductEndpoints.lose, { body: { id, version, note } })) close()
          }}
          onClose={close}
        />
      )}
      <Modal
        open={dialog === 'forget'}
        title={`确认 ${no} 未发出？`}
        okText="确认未发出"
        cancelText="返回"
        okButtonProps={{ danger: true, loading: isBusy }}
        onOk={async () => {
          if (await order(wxProductEndpoints.forget, { body: { id, version } })) close()
        }}
        onCancel={close}
        destroyOnHidden
      >
        <p>请自行在公众平台核对。确认后，系统不再追查原来的提交，该产品可重新发布或改为草稿。</p>
      </Modal>
    </>
  )
}
