import { WarningOutlined } from '@ant-design/icons'
import type { WxProductDetail } from '@natim/contract/mon/wx-product'
import { formatGmt8 } from '@natim/domain/time'
import { WX_AUDIENCES, wxMark } from '@natim/domain/wx-product'
import { blockName } from '@natim/domain/wx-product-body'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { StateTag } from '../list/product-table.tsx'
import { PhoneFrame } from '../phone-frame.tsx'
import { useWxOrders } from '../use-wx.ts'
import { minuteText, regionText, typeText } from '../wx-text.ts'
import { Decision } from './decision.tsx'
import { DiffPanel } from './diff-panel.tsx'
import styles from './edit.module.css'
import { ProductActions } from './product-actions.tsx'
import { Trail } from './trail.tsx'

/** Read-only product: content, reviewers and history. */
export function ProductReader({ product }: { readonly product: WxProductDetail }) {
  const orders = useWxOrders()
  return (
    <div className={styles.page}>
      <PageHead
        title={
          <span className={styles.title}>
            {product.title} <StateTag product={product} />
          </span>
        }
        meta={<Facts product={product} />}
        actions={<ProductActions product={product} orders={orders} />}
      />
      <Troubles product={product} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Decision product={product} orders={orders} />
          {product.before && <DiffPanel before={product.before} after={product} />}
          <Trail product={product} />
        </div>
        <div className={styles.side}>
          <Panel title="手机预览">
            <PhoneFrame
              article={{
                ...product,
                mark: wxMark(product.no, product.contentNo),
                isRecalled: product.state === 'recalled',
              }}
            />
          </Panel>
        </div>
      </div>
    </div>
  )
}

function Facts({ product }: { readonly product: WxProductDetail }) {
  const { no, regionCode, audience, causeNo, editedBy, approvedBy, scheduleMs, publishMs, url } = product
  const facts = [
    no,
    typeText(product),
    regionText(regionCode),
    WX_AUDIENCES[audience],
    causeNo && `依据 ${causeNo}`,
    editedBy && `编辑 ${editedBy.name}`,
    approvedBy && `批准 ${approvedBy.name}`,
    publishMs === null && scheduleMs !== null && `定于 ${formatGmt8(scheduleMs).slice(0, 16)}`,
    publishMs !== null && `发布 ${formatGmt8(publishMs).slice(0, 16)}`,
  ]
  return (
    <>
      {facts.filter(Boolean).join(' · ')}
      {url && product.state === 'published' && (
        <>
          {' · '}
          <a href={url} target="_blank" rel="noopener noreferrer">
            文章链接
          </a>
        </>
      )}
    </>
  )
}

function Troubles({ product }: { readonly product: WxProductDetail }) {
  const { stale, blocks, reason, trouble, fault, state, drill, lost } = product
  const lines = [
    stale.length > 0 && `数据已更新，请重新生成：${stale.map((id) => blockName(blocks, id)).join('、')}`,
    fault,
    reason && (state === 'recalled' ? `撤回理由：${reason}` : reason),
    trouble && `${trouble}，稍后自动重试`,
    lost && `${lost.name} 于 ${minuteText(lost.atMs)} 申报公众号未发出此文，须由另一人核对后确认`,
    drill && '演练内容，不对外发布',
  ].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <div className={styles.hits}>
      {lines.map((line) => (
        <p key={String(line)} className={styles.warning} role="status">
          <WarningOutlined aria-hidden /> {line}
        </p>
      ))}
    </div>
  )
}
