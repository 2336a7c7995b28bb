import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import type { Endpoint } from '@natim/contract/endpoint'
import { type WxTab, wxProductEndpoints, wxTabs } from '@natim/contract/mon/wx-product'
import { formatNumber } from '@natim/domain/format'
import { WX_PRODUCT_TYPES, type WxProductType } from '@natim/domain/wx-product'
import { Button, Input, Pagination, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { download } from '@/lib/api/http.ts'
import { useListState } from '@/lib/list-state.ts'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { useMay } from '@/resource/use-may.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { WX } from '../wx-text.ts'
import styles from './list.module.css'
import { ProductPreview } from './product-preview.tsx'
import { ProductCards, ProductTable } from './product-table.tsx'
import { Readers } from './readers.tsx'
import { ReleaseCalendar } from './release-calendar.tsx'

const TAB_NAMES: Readonly<Record<WxTab, string>> = {
  all: '全部',
  writing: '编写中',
  review: '待审核',
  waiting: '待发布',
  published: '已发布',
  trouble: '发布失败',
  over: '撤回与归档',
}
const VIEWS = { list: '列表', calendar: '日历', stats: '统计' } as const
const DEFAULTS: {
  tab: string
  /** Of a link it may be anything: checked when read. */
  type: WxProductType | ''
  text: string
  pageNo: number
  pageSize: number
  view: string
  open: string
} = { tab: 'all', type: '', text: '', pageNo: 1, pageSize: 10, view: 'list', open: '' }
const PAUSE_MS = 300
const TYPES = optionsOf(WX_PRODUCT_TYPES)

type State = ReturnType<typeof useListState<typeof DEFAULTS>>

function useQueryOf([state]: State) {
  const tab = wxTabs.find((one) => one === state.tab) ?? 'all'
  const type: WxProductType | '' = state.type in WX_PRODUCT_TYPES ? state.type : ''
  return { tab, type, text: state.text, pageNo: state.pageNo, pageSize: state.pageSize }
}

/** 微信产品: drafts, pending, published and withdrawn products. */
export default function ProductListPage() {
  const held = useListState(DEFAULTS)
  const [state, change] = held
  const isPhone = useIsPhone()
  const query = useQueryOf(held)
  const { data, error, isLoading, isFetching, refetch } = useEndpoint(
    wxProductEndpoints.list,
    { query },
    { staleTime: 0 },
  )
  const view = state.view in VIEWS ? (state.view as keyof typeof VIEWS) : 'list'
  const isPreviewed = view === 'list' && state.open !== '' && !isPhone
  const Products = isPhone ? ProductCards : ProductTable
  return (
    <div className={styles.page}>
      <PageHead title="微信产品" meta={data && <Finding counts={data.counts} />} actions={<Actions query={query} />} />
      <div className={styles.columns} data-alone={!isPreviewed || undefined}>
        <Panel
          isFlush
          isReloading={isFetching && !isLoading}
          {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
        >
          <div className={styles.bar}>
            <ViewSwitch view={view} onView={(key) => change({ view: key })} />
            {view === 'list' && <Filters held={held} counts={data?.counts} />}
          </div>
          {view === 'list' && (
            <>
              <Products
                rows={data?.records ?? []}
                isLoading={isLoading}
                isFiltered={state.text !== '' || query.tab !== 'all' || query.type !== ''}
                onOpen={(open) => change({ open })}
              />
              <Pages held={held} total={data?.total ?? 0} />
            </>
          )}
          {view === 'calendar' && <ReleaseCalendar />}
          {view === 'stats' && <Readers />}
        </Panel>
        {isPreviewed && <ProductPreview id={state.open} onClose={() => change({ open: '' })} />}
      </div>
    </div>
  )
}

function Actions({ query }: { readonly query: ReturnType<typeof useQueryOf> }) {
  const navigate = useNavigate()
  const mayAdd = useMay(wxProductEndpoints.add)
  const [isBusy, setIsBusy] = useState(false)
  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const { tab, type, text } = query
      const input = { query: { tab, type, text }, body: {} }
      saveFile('微信产品.xlsx', await download<Endpoint>(wxProductEndpoints.exportXls, input))
    } catch {
      // Already reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={() => void save()}>
        导出
      </Button>
      {mayAdd && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate(WX.fresh)}>
          新建产品
        </Button>
      )}
    </>
  )
}

const ViewSwitch = ({ view, onView }: { readonly view: string; readonly onView: (view: string) => void }) => (
  <span className={styles.switch} role="group" aria-label="显示方式">
    {Object.entries(VIEWS).map(([key, label]) => (
      <button key={key} type="button" aria-pressed={view === key} onClick={() => onView(key)}>
        {label}
      </button>
    ))}
  </span>
)

interface FiltersProps {
  readonly held: State
  readonly counts: Readonly<Record<WxTab, number>> | undefined
}

function Filters({ held, counts }: FiltersProps) {
  const [, change] = held
  const { tab, type, text } = useQueryOf(held)
  return (
    <>
      <FilterTabs
        label="产品状态"
        isInBar
        chosen={tab}
        tabs={wxTabs.map((key) => ({ key, label: TAB_NAMES[key], count: counts?.[key] }))}
        onChoose={(key) => change({ tab: key, pageNo: 1 })}
      />
      <Select
        className={styles.type}
        aria-label="类型"
        allowClear
        placeholder="类型"
        value={type === '' ? undefined : type}
        options={TYPES}
        onChange={(next) => change({ type: next ?? '', pageNo: 1 })}
      />
      <Search text={text} onText={(next) => change({ text: next, pageNo: 1 })} />
    </>
  )
}

function Pages({ held: [state, change], total }: { readonly held: State; readonly total: number }) {
  if (total <= state.pageSize) return null
  return (
    <div className={styles.pager}>
      <Pagination
        current={state.pageNo}
        pageSize={state.pageSize}
        total={total}
        pageSizeOptions={[10, 20, 30]}
        showSizeChanger
        showTotal={(count) => `共 ${formatNumber(count)} 条`}
        onChange={(pageNo, pageSize) => change({ pageNo, pageSize })}
      />
    </div>
  )
}

const Finding = ({ counts }: { readonly counts: Readonly<Record<WxTab, number>> }) => (
  <Situation>
    {formatNumber(counts.all)} 个产品，{counts.review > 0 ? `${counts.review} 个待审核，` : ''}
    {counts.waiting > 0 ? `${counts.waiting} 个待发布，` : ''}
    {counts.trouble > 0 ? `${counts.trouble} 个发布失败，` : ''}
    {formatNumber(counts.published)} 个已发布。
  </Situation>
)

/** Debounced search. */
function Search({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onText(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onText])
  return (
    <span className={styles.search}>
      <Input
        allowClear
        aria-label="按标题或编号查找产品"
        placeholder="标题或编号"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </span>
  )
}
