import type { WxProduct } from '@natim/contract/mon/wx-product'
import { formatNumber } from '@natim/domain/format'
import { WX_PRODUCT_STATES } from '@natim/domain/wx-product'
import { Link } from 'react-router'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { CardOutlines } from '@/ui/outline/card-outlines.tsx'
import { Outline } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { Cropped } from '../phone-frame.tsx'
import { regionText, STATE_TONES, timeText, typeText, WX } from '../wx-text.ts'
import styles from './list.module.css'

export interface ProductTableProps {
  readonly rows: readonly WxProduct[]
  readonly isLoading: boolean
  readonly isFiltered: boolean
  readonly onOpen: (id: string) => void
}

export const StateTag = ({ product }: { readonly product: WxProduct }) => (
  <>
    <Tag tone={STATE_TONES[product.state]}>{WX_PRODUCT_STATES[product.state]}</Tag>
    {product.isRemovalDue && <Tag tone="error">待公众号删除</Tag>}
    {product.drill && <Tag tone="warning">演练</Tag>}
  </>
)

const NoProducts = ({ isFiltered }: Pick<ProductTableProps, 'isFiltered'>) => (
  <EmptyState
    title={isFiltered ? '没有符合条件的产品' : '还没有微信产品'}
    hint={isFiltered ? '换一个状态、类型或名称再看' : '点「新建产品」，选一个模板开始'}
  />
)

const Cover = ({ cover }: Pick<WxProduct, 'cover'>) =>
  cover && (
    <span className={styles.thumb}>
      <Cropped cover={cover} crop={cover.square} ratio={1} alt="封面" />
    </span>
  )

const COLUMNS: readonly DataColumn<WxProduct>[] = [
  { key: 'no', title: '编号', width: 154, render: ({ id, no }) => <Link to={WX.product(id)}>{no}</Link> },
  {
    key: 'title',
    title: '标题',
    width: 240,
    isEllipsis: true,
    render: ({ title, cover }) => (
      <>
        <Cover cover={cover} />
        {title}
      </>
    ),
  },
  { key: 'summary', title: '摘要', width: 200, isEllipsis: true, render: ({ summary }) => summary },
  { key: 'type', title: '类型', width: 84, render: typeText },
  { key: 'state', title: '状态', width: 130, render: (product) => <StateTag product={product} /> },
  { key: 'region', title: '区域', width: 90, isEllipsis: true, render: ({ regionCode }) => regionText(regionCode) },
  { key: 'editor', title: '编辑', width: 84, isEllipsis: true, render: ({ editedBy }) => editedBy?.name },
  { key: 'approver', title: '批准', width: 84, isEllipsis: true, render: ({ approvedBy }) => approvedBy?.name ?? '—' },
  { key: 'time', title: '时间', width: 140, render: (product) => <span className="num">{timeText(product)}</span> },
  {
    key: 'read',
    title: '阅读',
    width: 72,
    align: 'end',
    render: ({ publishMs, stats }) => (publishMs === null ? '—' : formatNumber(stats.read)),
  },
]

export const ProductTable = ({ rows, isLoading, isFiltered, onOpen }: ProductTableProps) => (
  <DataTable
    label="微信产品"
    minWidth={1_240}
    columns={COLUMNS}
    rows={rows}
    rowKey={({ id }) => id}
    isLoading={isLoading}
    onOpen={({ id }) => onOpen(id)}
    empty={<NoProducts isFiltered={isFiltered} />}
  />
)

/** Products as cards on a phone. */
export function ProductCards({ rows, isLoading, isFiltered }: ProductTableProps) {
  if (isLoading)
    return (
      <Outline>
        <CardOutlines />
      </Outline>
    )
  if (rows.length === 0) return <NoProducts isFiltered={isFiltered} />
  return (
    <ul className={styles.cards} aria-label="微信产品">
      {rows.map((product) => (
        <li key={product.id}>
          <Link to={WX.product(product.id)} className={styles.card}>
            <span className={styles.head}>
              <b>
                <Cover cover={product.cover} />
                {product.title}
              </b>
              <span>
                <StateTag product={product} />
              </span>
            </span>
            {product.summary !== '' && <span className={styles.summary}>{product.summary}</span>}
            <span className={styles.facts}>
              <span>{product.no}</span>
              <span>
                {typeText(product)} · {regionText(product.regionCode)}
              </span>
              <span className="num">{timeText(product)}</span>
              {product.publishMs !== null && <span>阅读 {formatNumber(product.stats.read)}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
