import { type WxProductDetail, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { formatGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { canWxProduct } from '@natim/domain/wx-product'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { useMay } from '@/resource/use-may.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import type { WxOrders } from '../use-wx.ts'
import styles from './edit.module.css'
import { LostActions } from './lost-actions.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export interface ProductActionsProps {
  readonly product: WxProductDetail
  readonly orders: WxOrders
}

/** Actions available to this user in this state; others have no button. */
export function ProductActions({ product, orders }: ProductActionsProps) {
  const [dialog, setDialog] = useState<'schedule' | 'recall'>()
  const mayEdit = useMay(wxProductEndpoints.edit)
  const mayPublish = useMay(wxProductEndpoints.schedule)
  const mayRecall = useMay(wxProductEndpoints.recall)
  const { id, version, state } = product
  const { order, isBusy } = orders
  const plain = PLAIN.filter((action) => (PUBLISHING.has(action) ? mayPublish : mayEdit) && isOffered(product, action))
  return (
    <span className={styles.buttons}>
      {plain.map((action) => (
        <Button
          key={action}
          type={action === 'retry' ? 'primary' : 'default'}
          loading={isBusy}
          onClick={() => void order(wxProductEndpoints[action], { body: { id, version } })}
        >
          {NAMES[action]}
        </Button>
      ))}
      <LostActions product={product} orders={orders} />
      {mayRecall && canWxProduct(state, 'recall') && (
        <Button danger onClick={() => setDialog('recall')}>
          撤回
        </Button>
      )}
      {mayPublish && canWxProduct(state, 'schedule') && !product.drill && (
        <>
          <Button onClick={() => setDialog('schedule')}>定时发布</Button>
          <Button
            type="primary"
            loading={isBusy}
            onClick={() => void order(wxProductEndpoints.schedule, { body: { id, version, atMs: null } })}
          >
            立即发布
          </Button>
        </>
      )}
      {dialog === 'schedule' && (
        <ScheduleDialog product={product} orders={orders} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'recall' && (
        <ReasonDialog
          title={`撤回 ${product.no}？`}
          hint="公众号上的文章将被删除，不能恢复；此处保留并标为已撤回。"
          label="撤回理由"
          okText="撤回"
          isBusy={isBusy}
          onOk={async (note) => {
            if (await order(wxProductEndpoints.recall, { body: { id, version, note } })) setDialog(undefined)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </span>
  )
}

const PLAIN = ['withdraw', 'revise', 'unschedule', 'retry', 'archive'] as const
type Plain = (typeof PLAIN)[number]
const PUBLISHING: ReadonlySet<Plain> = new Set(['unschedule', 'retry'])

/** While the outcome of a publication is unknown, the text cannot be revised. */
const isOffered = ({ state, isUnsure }: WxProductDetail, action: Plain): boolean =>
  canWxProduct(state, action) && !(action === 'revise' && isUnsure)

const NAMES = {
  withdraw: '撤回送审',
  revise: '改为草稿',
  unschedule: '取消安排',
  retry: '重试发布',
  archive: '归档',
} as const

function ScheduleDialog({ product, orders, onClose }: ProductActionsProps & { readonly onClose: () => void }) {
  const [at, setAt] = useState(() => formatGmt8(Math.ceil((serverNow() + HOUR_MS / 2) / HOUR_MS) * HOUR_MS))
  const atMs = parseGmt8(at)
  const isPast = atMs === undefined || atMs <= serverNow()
  async function schedule(): Promise<void> {
    const { id, version } = product
    if (atMs !== undefined && (await orders.order(wxProductEndpoints.schedule, { body: { id, version, atMs } })))
      onClose()
  }
  return (
    <Modal
      open
      title={`定时发布 ${product.no}`}
      okText="安排发布"
      cancelText="返回"
      okButtonProps={{ disabled: isPast, loading: orders.isBusy }}
      onOk={() => void schedule()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.field}>
        <span>发布时间</span>
        <DateInput aria-label="发布时间" hasTime value={at} onChange={setAt} />
      </div>
      {isPast && <p className={styles.stale}>发布时间须晚于当前时间</p>}
      <p className={styles.note}>到时会再核对一次数据，数据有更新则不发布并通知提交人。</p>
    </Modal>
  )
}
