import { type WxProductDetail, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { Button, Input, Tooltip } from 'antd'
import { useState } from 'react'
import { useMay } from '@/resource/use-may.ts'
import { Panel } from '@/ui/panel.tsx'
import { minuteText } from '../wx-text.ts'
import styles from './edit.module.css'
import type { ProductActionsProps } from './product-actions.tsx'

const MAX_NOTE = 300

/** 审核: the submitter stays named; the buttons are for another person. */
export function Decision({ product, orders }: ProductActionsProps) {
  const [note, setNote] = useState('')
  const mayApprove = useMay(wxProductEndpoints.approve)
  if (product.state !== 'in_review') return null
  const { id, version, decideFault, mayDecide } = product
  const { order, isBusy } = orders
  const mayReturn = mayDecide || decideFault?.startsWith('1–2')
  const written = note.trim()
  return (
    <Panel title="审核" meta="批准人须与编辑、提交人不同">
      <Submitted product={product} />
      {mayApprove && (
        <Input.TextArea
          aria-label="审核意见"
          placeholder="审核意见（退回必填）"
          autoSize={{ minRows: 2, maxRows: 4 }}
          maxLength={MAX_NOTE}
          value={note}
          disabled={!mayReturn}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <div className={styles.footer}>
        <span>{mayApprove ? (decideFault ?? product.fault ?? '') : '等待有审核权限的人员处理'}</span>
        {mayApprove && (
          <span className={styles.buttons}>
            <Tooltip title={mayReturn && written === '' ? '请填写退回意见' : undefined}>
              <Button
                disabled={!mayReturn || written === ''}
                loading={isBusy}
                onClick={() => void order(wxProductEndpoints.return, { body: { id, version, note: written } })}
              >
                退回
              </Button>
            </Tooltip>
            <Button
              type="primary"
              disabled={!mayDecide}
              loading={isBusy}
              onClick={() => void order(wxProductEndpoints.approve, { body: { id, version, note: written } })}
            >
              批准
            </Button>
          </span>
        )}
      </div>
    </Panel>
  )
}

function Submitted({ product }: { readonly product: WxProductDetail }) {
  const atMs = product.log.findLast(({ to }) => to === 'in_review')?.atMs
  return product.submittedBy && atMs !== undefined ? (
    <p className={styles.note}>
      {product.submittedBy.name} 于 {minuteText(atMs)} 提交第 {product.contentNo} 版
    </p>
  ) : null
}
