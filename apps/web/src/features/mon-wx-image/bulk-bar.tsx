import type { CallResult } from '@natim/contract/endpoint'
import { type WxImage, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { WX_DECISIONS } from '@natim/domain/wx-image'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { useWxOrders } from './use-wx.ts'
import styles from './wx.module.css'

interface BulkBarProps {
  readonly images: readonly WxImage[]
  readonly onEnd: () => void
}

type Result = CallResult<typeof wxImageEndpoints.reviewMany>

/** One decision for many pictures; those already decided by others are listed. */
export function BulkBar({ images, onEnd }: BulkBarProps) {
  const { order, isBusy } = useWxOrders()
  const [asked, setAsked] = useState<'approve' | 'reject'>()
  const [note, setNote] = useState('')
  const [missed, setMissed] = useState<Result['missed']>([])
  const submit = async () => {
    if (asked === undefined) return
    const body = { images: images.map(({ id, version }) => ({ id, version })), decision: asked, note: note.trim() }
    const done = await order(wxImageEndpoints.reviewMany, { body })
    setAsked(undefined)
    if (!done) return
    setMissed(done.result.missed)
    if (done.result.missed.length === 0) onEnd()
  }
  return (
    <div className={styles.bulk}>
      <span>已选 {images.length} 张</span>
      <Button size="small" onClick={() => setAsked('approve')}>
        批量通过
      </Button>
      <Button size="small" onClick={() => setAsked('reject')}>
        批量驳回
      </Button>
      <Button size="small" type="link" onClick={onEnd}>
        取消选择
      </Button>
      {missed.length > 0 && (
        <Alert
          type="warning"
          title={`${missed.length} 张未处理`}
          description={missed.map(({ no, reason }) => `${no}：${reason}`).join('；')}
        />
      )}
      <Dialog
        open={asked !== undefined}
        title={asked ? `批量${WX_DECISIONS[asked]} ${images.length} 张图片` : ''}
        okText={asked ? WX_DECISIONS[asked] : ''}
        isSaving={isBusy}
        okButtonProps={{ disabled: asked === 'reject' && note.trim() === '' }}
        onOk={() => void submit()}
        onCancel={() => setAsked(undefined)}
      >
        <p>发送者不会收到回复；逐张处理后可在 10 秒内单独撤销。</p>
        <Input
          aria-label={asked === 'reject' ? '理由' : '备注'}
          placeholder={asked === 'reject' ? '理由（必填）' : '备注'}
          maxLength={300}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Dialog>
    </div>
  )
}
