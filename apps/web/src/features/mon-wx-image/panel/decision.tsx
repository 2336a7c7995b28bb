import { type WxImageDetail, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { formatGmt8 } from '@natim/domain/time'
import {
  nextWxState,
  WX_CATEGORIES,
  WX_DECISIONS,
  WX_REPLIES,
  WX_STATES,
  type WxCategory,
  type WxDecision,
} from '@natim/domain/wx-image'
import { Button, Checkbox, Input, type InputRef, Segmented, Select } from 'antd'
import type { Ref } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useMay } from '@/resource/use-may.ts'
import type { WxOrders } from '../use-wx.ts'
import styles from '../wx.module.css'

const MAX_REPLY = 200
const MAX_NOTE = 300
const NO_REPLY = -1
const CATEGORIES = optionsOf(WX_CATEGORIES)

export interface Draft {
  readonly decision: WxDecision
  readonly note: string
  readonly reply: string
  readonly category: WxCategory
  readonly deviceId: string | null
  readonly isPublic: boolean
}

export const draftOf = ({ category, device, isPublic }: WxImageDetail): Draft => ({
  decision: 'approve',
  note: '',
  reply: WX_REPLIES.approve[0]?.text ?? '',
  category,
  deviceId: device?.id ?? null,
  isPublic,
})

/** Changes the decision and resets the reply to its first template: the old text no longer fits. */
export const redecided = (draft: Draft, decision: WxDecision): Draft => ({
  ...draft,
  decision,
  reply: WX_REPLIES[decision][0]?.text ?? '',
})

/** Why a decision is not possible yet; undefined = it is. */
export function lackOf({ decision, note, reply }: Pick<Draft, 'decision' | 'note' | 'reply'>): string | undefined {
  if (decision === 'reject' && note.trim() === '') return '请填写驳回理由'
  if (decision === 'ask' && reply.trim() === '') return '请填写要发送者补充的内容'
  return undefined
}

interface DecisionProps {
  readonly image: WxImageDetail
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly orders: WxOrders
  readonly reasonRef: Ref<InputRef>
  readonly onSubmit: () => void
}

/** 决定: the decision on a picture, and the reply to its sender. */
export function Decision(props: DecisionProps) {
  const { image } = props
  const mayReview = useMay(wxImageEndpoints.review)
  const isOpen = nextWxState(image.state, 'approve') !== undefined
  if (!mayReview) return <Decided image={image} orders={props.orders} />
  return isOpen ? <Form {...props} /> : <Decided image={image} orders={props.orders} />
}

function Form({ image, draft, onDraft, orders, reasonRef, onSubmit }: DecisionProps) {
  const { decision, note, reply } = draft
  const change = (next: Partial<Draft>) => onDraft({ ...draft, ...next })
  const decisions = Object.entries(WX_DECISIONS)
    .filter(([value]) => nextWxState(image.state, value as WxDecision) !== undefined)
    .map(([value, label]) => ({ value: value as WxDecision, label }))
  const noteName = decision === 'reject' ? '理由' : '备注'
  return (
    <section className={styles.decision} aria-label="决定">
      <div className={styles.decisionHead}>
        <h3>决定</h3>
        <Segmented
          aria-label="决定"
          value={decision}
          options={decisions}
          onChange={(next) => onDraft(redecided(draft, next))}
        />
        <PublicBox image={image} draft={draft} onDraft={onDraft} />
      </div>
      <div className={styles.fields}>
        <ReplyFields decision={decision} reply={reply} onReply={(text) => change({ reply: text })} />
        <div>
          类别
          <Select
            aria-label="图片类别"
            value={draft.category}
            options={CATEGORIES}
            onChange={(category) => change({ category })}
          />
        </div>
        <div>
          {decision === 'reject' ? '理由（必填）' : '备注'}
          <Input
            ref={reasonRef}
            aria-label={noteName}
            maxLength={MAX_NOTE}
            value={note}
            onChange={({ target }) => change({ note: target.value })}
            // `R`, the reason, Enter: usable without a pointer.
            onPressEnter={() => !orders.isBusy && lackOf(draft) === undefined && onSubmit()}
          />
        </div>
        <DeviceBox image={image} draft={draft} onDraft={onDraft} />
      </div>
      <Submit draft={draft} isBusy={orders.isBusy} onSubmit={onSubmit} />
    </section>
  )
}

interface ReplyFieldsProps {
  readonly decision: WxDecision
  readonly reply: string
  readonly onReply: (reply: string) => void
}

function ReplyFields({ decision, reply, onReply }: ReplyFieldsProps) {
  const templates = [
    ...WX_REPLIES[decision].map(({ title }, value) => ({ value, label: `${WX_DECISIONS[decision]} · ${title}` })),
    ...(decision === 'ask' ? [] : [{ value: NO_REPLY, label: '不回复' }]),
  ]
  const chosen = reply === '' ? NO_REPLY : WX_REPLIES[decision].findIndex(({ text }) => text === reply)
  return (
    <>
      <div>
        回复模板
        <Select
          aria-label="回复模板"
          {...(chosen >= 0 || reply === '' ? { value: chosen } : { placeholder: '已修改' })}
          options={templates}
          onChange={(at: number) => onReply(WX_REPLIES[decision][at]?.text ?? '')}
        />
      </div>
      <div className={styles.wide}>
        {`回复内容 · ${reply.length} / ${MAX_REPLY}`}
        <Input.TextArea
          aria-label="回复内容"
          rows={3}
          maxLength={MAX_REPLY}
          value={reply}
          onChange={({ target }) => onReply(target.value)}
        />
      </div>
    </>
  )
}

interface SubmitProps {
  readonly draft: Draft
  readonly isBusy: boolean
  readonly onSubmit: () => void
}

function Submit({ draft, isBusy, onSubmit }: SubmitProps) {
  const { decision, reply } = draft
  const lack = lackOf(draft)
  return (
    <div className={styles.footer}>
      <Button
        type="primary"
        danger={decision === 'reject'}
        disabled={lack !== undefined}
        loading={isBusy}
        title={lack}
        onClick={onSubmit}
      >
        {`${WX_DECISIONS[decision]}${reply === '' ? '' : '并回复'}`}
      </Button>
      <span>
        <kbd>A</kbd> 通过 <kbd>R</kbd> 驳回 <kbd>B</kbd> 遮盖 <kbd>J</kbd> 下一张 <kbd>K</kbd> 上一张
      </span>
    </div>
  )
}

type Box = Pick<DecisionProps, 'image' | 'draft' | 'onDraft'>

function PublicBox({ image, draft, onDraft }: Box) {
  const mayPublish = useMay(wxImageEndpoints.publish)
  if (!mayPublish) return null
  return (
    <Checkbox
      disabled={!image.isCovered || draft.decision !== 'approve'}
      checked={draft.isPublic && image.isCovered && draft.decision === 'approve'}
      onChange={({ target }) => onDraft({ ...draft, isPublic: target.checked })}
    >
      公开（须先遮盖人脸与车牌）
    </Checkbox>
  )
}

/** Offers the devices of the nearest stations. */
function DeviceBox({ image, draft, onDraft }: Box) {
  const near = image.nearest.flatMap(({ name, reading }) => (reading ? [{ value: reading.deviceId, label: name }] : []))
  const options = [
    ...(image.device && !near.some(({ value }) => value === image.device?.id)
      ? [{ value: image.device.id, label: image.device.name }]
      : []),
    ...near,
  ]
  return (
    <div>
      关联设备
      <Select
        aria-label="关联设备"
        allowClear
        placeholder="不关联"
        value={draft.deviceId}
        options={options}
        notFoundContent="附近没有设备"
        onChange={(deviceId: string | null | undefined) => onDraft({ ...draft, deviceId: deviceId ?? null })}
      />
    </div>
  )
}

const REPLY_STATES = {
  waiting: '待发送',
  sending: '发送中',
  sent: '已发送',
  failed: '未送达',
  cancelled: '已取消',
} as const

/** The decision, the role that made it, and what remains to be done. */
function Decided({ image, orders }: { readonly image: WxImageDetail; readonly orders: WxOrders }) {
  const { id, version, state, review, replies, isPublic, isCovered } = image
  const mayArchive = useMay(wxImageEndpoints.archive) && nextWxState(state, 'archive') !== undefined
  const mayPublish = useMay(wxImageEndpoints.publish) && (state === 'approved' || state === 'archived')
  const order = (endpoint: typeof wxImageEndpoints.archive | typeof wxImageEndpoints.undo) =>
    void orders.order(endpoint, { body: { id, version } })
  return (
    <section className={styles.decision} aria-label="决定">
      <h3>{WX_STATES[state]}</h3>
      {review && (
        <p>
          {review.post || review.name} · {formatGmt8(review.atMs).slice(0, 16)}
          {review.note && ` · ${review.note}`}
        </p>
      )}
      {replies.map(({ text, state: sent, atMs, trouble }) => (
        <p key={atMs} className={styles.quiet}>
          回复（{REPLY_STATES[sent]}
          {trouble && `：${trouble}`}）：{text}
        </p>
      ))}
      <div className={styles.footer}>
        {mayPublish && (
          <Checkbox
            disabled={!isCovered || orders.isBusy}
            checked={isPublic}
            onChange={({ target }) =>
              void orders.order(wxImageEndpoints.publish, { body: { id, version, isPublic: target.checked } })
            }
          >
            公开（须先遮盖人脸与车牌）
          </Checkbox>
        )}
        {image.undoUntilMs !== null && (
          <Button loading={orders.isBusy} onClick={() => order(wxImageEndpoints.undo)}>
            撤销
          </Button>
        )}
        {mayArchive && (
          <Button loading={orders.isBusy} onClick={() => order(wxImageEndpoints.archive)}>
            归档
          </Button>
        )}
      </div>
    </section>
  )
}
