import { WarningOutlined } from '@ant-design/icons'
import { type WxProduct, type WxProductDetail, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { findWxWords, WX_PRODUCT_STATES, wxMark } from '@natim/domain/wx-product'
import { blockName, type WxSnapshot, writtenTexts } from '@natim/domain/wx-product-body'
import { Button, Tooltip } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { PhoneFrame } from '../phone-frame.tsx'
import { useWxOrders } from '../use-wx.ts'
import { STATE_TONES, WX } from '../wx-text.ts'
import { BlockList } from './block-list.tsx'
import { DiffPanel } from './diff-panel.tsx'
import { askable, draftFault, isSnapshotOf, NO_FIGURES, type WxDraft } from './draft.ts'
import styles from './edit.module.css'
import { ProductForm } from './product-form.tsx'
import { Trail } from './trail.tsx'

export interface ProductEditorProps {
  readonly start: WxDraft
  /** The stored product; absent = a new one. */
  readonly product?: WxProductDetail
  /** A newer version saved by another user. */
  readonly newer?: WxProductDetail | undefined
  readonly onSaved?: (saved: WxProduct) => void
  /** Discards the input and loads the stored version. */
  readonly onReload?: () => void
}

/** Form and blocks beside a phone preview. */
export function ProductEditor({ start, product, newer, onSaved, onReload }: ProductEditorProps) {
  const [draft, setDraft] = useState(start)
  const change = (patch: Partial<WxDraft>) => setDraft((before) => ({ ...before, ...patch }))
  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  useUnloadGuard(isDirty)
  const snapshot = useFigures(draft, product)
  const save = useSave({ draft, product, isDirty, onSaved })
  const mark = product ? wxMark(product.no, product.contentNo) : '（保存后生成）'
  return (
    <div className={styles.page}>
      <PageHead
        title={
          <span className={styles.title}>
            {product ? `编辑 ${product.no}` : '新建微信产品'}
            {product && <Tag tone={STATE_TONES[product.state]}>{WX_PRODUCT_STATES[product.state]}</Tag>}
            {isDirty && <Tag tone="warning">未保存</Tag>}
          </span>
        }
        actions={<SaveButtons save={save} />}
      />
      {newer && <Newer product={newer} onReload={onReload} />}
      <Hints draft={draft} product={product} isDirty={isDirty} onRefresh={() => void save.keep(true)} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Panel title="基本信息">
            <ProductForm
              draft={draft}
              isFresh={product === undefined && JSON.stringify(draft.blocks) === JSON.stringify(start.blocks)}
              causeNo={product?.causeNo ?? undefined}
              onChange={change}
            />
          </Panel>
          <Panel title="正文" meta="数据块取自网络当前数据，保存时一次取齐">
            <BlockList blocks={draft.blocks} stale={product?.stale ?? []} onChange={(blocks) => change({ blocks })} />
          </Panel>
          {product?.before && <DiffPanel before={product.before} after={{ ...draft, snapshot }} />}
          {product && <Trail product={product} />}
        </div>
        <div className={styles.side}>
          <Panel title="手机预览">
            <PhoneFrame article={{ ...draft, snapshot, mark }} />
          </Panel>
        </div>
      </div>
    </div>
  )
}

const TYPING_MS = 500

/** Figures of the draft: the stored ones while they match, otherwise current ones. */
function useFigures(draft: WxDraft, product: WxProductDetail | undefined): WxSnapshot {
  const isStored = isSnapshotOf(draft, product)
  const wanted = askable(draft.blocks)
  const asked = useDebounced(JSON.stringify({ regionCode: draft.regionCode, blocks: wanted }), TYPING_MS)
  const { data } = useEndpoint(
    wxProductEndpoints.figures,
    { body: JSON.parse(asked) as never },
    { enabled: !isStored && wanted.length > 0, staleTime: 0 },
  )
  return (isStored ? product?.snapshot : data) ?? NO_FIGURES
}

function useUnloadGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

interface SaveOptions {
  readonly draft: WxDraft
  readonly product: WxProductDetail | undefined
  readonly isDirty: boolean
  readonly onSaved: ((saved: WxProduct) => void) | undefined
}

function useSave({ draft, product, isDirty, onSaved }: SaveOptions) {
  const navigate = useNavigate()
  const { order, isBusy } = useWxOrders()
  async function keep(refresh = false): Promise<WxProduct | undefined> {
    const saved = product
      ? await order(wxProductEndpoints.edit, {
          body: { ...draft, id: product.id, version: product.version, refresh },
        })
      : await order(wxProductEndpoints.add, { body: draft })
    if (saved) {
      onSaved?.(saved)
      if (!product) navigate(WX.product(saved.id), { replace: true })
    }
    return saved
  }
  async function submit(): Promise<void> {
    const saved = product && !isDirty ? product : await keep()
    if (!saved) return
    const { id, version } = saved
    const sent = await order(wxProductEndpoints.submit, { body: { id, version } })
    if (sent) onSaved?.(sent)
  }
  return { keep, submit, isBusy, fault: draftFault(draft) }
}

const SaveButtons = ({ save }: { readonly save: ReturnType<typeof useSave> }) => (
  <>
    <Tooltip title={save.fault}>
      <Button disabled={save.fault !== undefined} loading={save.isBusy} onClick={() => void save.keep()}>
        保存草稿
      </Button>
    </Tooltip>
    <Tooltip title={save.fault}>
      <Button
        type="primary"
        disabled={save.fault !== undefined}
        loading={save.isBusy}
        onClick={() => void save.submit()}
      >
        提交审核
      </Button>
    </Tooltip>
  </>
)

/** Another user saved first: saving here would be refused. */
const Newer = ({ product, onReload }: { product: WxProductDetail; onReload: (() => void) | undefined }) => (
  <div className={styles.warning} role="alert">
    <WarningOutlined aria-hidden />
    <span>
      {product.editedBy?.name} 已保存第 {product.contentNo} 版，当前为{WX_PRODUCT_STATES[product.state]}
      ；此处的修改不能再保存
    </span>
    <Button size="small" onClick={onReload}>
      载入最新版本
    </Button>
  </div>
)

interface HintsProps {
  readonly draft: WxDraft
  readonly product: WxProductDetail | undefined
  readonly isDirty: boolean
  readonly onRefresh: () => void
}

/** What would block submission: wording, changed figures, a warning without a cause. */
function Hints({ draft, product, isDirty, onRefresh }: HintsProps) {
  const { data: words } = useEndpoint(wxProductEndpoints.words, {})
  const hits = useMemo(() => findWxWords(writtenTexts(draft), words ?? []), [draft, words])
  const stale = product?.stale ?? []
  const fault = isDirty ? null : (product?.fault ?? null)
  if (hits.length === 0 && stale.length === 0 && fault === null && product?.state !== 'returned') return null
  return (
    <div className={styles.hits}>
      {product?.state === 'returned' && product.reason && (
        <p className={styles.warning} role="status">
          <WarningOutlined aria-hidden /> 已退回：{product.reason}
        </p>
      )}
      {stale.length > 0 && product && (
        <div className={styles.warning} role="status">
          <WarningOutlined aria-hidden />
          <span>数据已更新，请重新生成：{stale.map((id) => blockName(product.blocks, id)).join('、')}</span>
          <Button size="small" onClick={onRefresh}>
            重新生成
          </Button>
        </div>
      )}
      {fault !== null && (
        <p className={styles.warning} role="status">
          <WarningOutlined aria-hidden /> {fault}
        </p>
      )}
      {hits.map(({ where, word, advice }) => (
        <p key={`${where}${word}`} className={styles.warning} role="status">
          <WarningOutlined aria-hidden /> {where}含有“{word}”，{advice}
        </p>
      ))}
    </div>
  )
}
