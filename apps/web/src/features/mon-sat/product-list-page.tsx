import { PRODUCT_LEVELS, type SatProduct, satEndpoints } from '@natim/contract/mon/sat'
import { formatNumber } from '@natim/domain/format'
import { Input, Pagination, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useListState } from '@/lib/list-state.ts'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { Chosen, NoProducts } from './detail/products.tsx'
import { SatMap } from './map/sat-map.tsx'
import styles from './product.module.css'
import { ProductCard } from './product-card.tsx'

type LevelFilter = keyof typeof PRODUCT_LEVELS | ''
/** The level of a link may be anything: it is checked when read. */
const DEFAULTS: { text: string; level: LevelFilter; pageNo: number; pageSize: number } = {
  text: '',
  level: '',
  pageNo: 1,
  pageSize: 12,
}
const LEVELS = [{ value: '', label: '全部级别' }, ...optionsOf(PRODUCT_LEVELS)]
const PAUSE_MS = 300

/** 卫星产品: delivered products by time; one is shown with its metadata, two are compared. */
export default function ProductListPage() {
  const [state, change] = useListState(DEFAULTS)
  const [typed, setTyped] = useState(state.text)
  // Whole products, so that one from another page can be compared.
  const [shown, setShown] = useState<readonly SatProduct[]>([])
  useEffect(() => {
    if (typed === state.text) return
    const timer = setTimeout(() => change({ text: typed, pageNo: 1 }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, state.text, change])
  const level = state.level in PRODUCT_LEVELS ? state.level : ''
  const query = { ...state, level }
  const { data, error, refetch, isFetching, isLoading } = useEndpoint(
    satEndpoints.products,
    { query },
    { staleTime: 0 },
  )
  const choose = (product: SatProduct) =>
    setShown(
      shown.some(({ id }) => id === product.id)
        ? shown.filter(({ id }) => id !== product.id)
        : [...shown.slice(-1), product],
    )
  return (
    <div className={styles.page}>
      <PageHead title="卫星产品" meta={data && `${formatNumber(data.total)} 个产品；选两个可卷帘对比`} />
      <div className={styles.columns} data-alone={shown.length === 0 || undefined}>
        <Panel
          isFlush
          isReloading={isFetching && !isLoading}
          {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
        >
          <div className={styles.bar}>
            <Search typed={typed} onType={setTyped} />
            <Level level={level} onLevel={(next) => change({ level: next, pageNo: 1 })} />
          </div>
          {isLoading && <BlockSkeleton height={300} />}
          {data?.records.length === 0 && <NoProducts />}
          <div className={styles.grid}>
            {data?.records.map((one) => (
              <ProductCard
                key={one.id}
                product={one}
                hasTask
                isChosen={shown.some(({ id }) => id === one.id)}
                onChoose={() => choose(one)}
              />
            ))}
          </div>
          <Pages total={data?.total ?? 0} {...state} onPage={(pageNo) => change({ pageNo })} />
        </Panel>
        <Shown products={shown} />
      </div>
    </div>
  )
}

const Search = ({ typed, onType }: { readonly typed: string; readonly onType: (text: string) => void }) => (
  <span className={styles.search}>
    <Input
      allowClear
      aria-label="查找产品"
      placeholder="产品、任务或卫星"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  </span>
)

const Level = ({ level, onLevel }: { readonly level: LevelFilter; readonly onLevel: (level: LevelFilter) => void }) => (
  <Select aria-label="级别" value={level} options={LEVELS} style={{ inlineSize: 120 }} onChange={onLevel} />
)

interface PagesProps {
  readonly total: number
  readonly pageNo: number
  readonly pageSize: number
  readonly onPage: (pageNo: number) => void
}

function Pages({ total, pageNo, pageSize, onPage }: PagesProps) {
  if (total <= pageSize) return null
  return (
    <div className={styles.pager}>
      <Pagination current={pageNo} pageSize={pageSize} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  )
}

/** The selected products with their location. */
function Shown({ products }: { readonly products: readonly SatProduct[] }) {
  const [first] = products
  if (!first) return null
  return (
    <Panel isFlush title={products.length === 2 ? '卷帘对比' : first.name}>
      <Footprint key={first.id} footprint={first.footprint} />
      <Chosen products={products} />
    </Panel>
  )
}

/** Footprint of the picture. */
function Footprint({ footprint }: { readonly footprint: [number, number][] }) {
  const [area] = useState(() => ({ type: 'Polygon' as const, coordinates: [footprint] }))
  return (
    <div style={{ blockSize: 240 }}>
      <SatMap area={area} passes={NONE} />
    </div>
  )
}

const NONE: readonly never[] = []
