import { type WxImage, wxImageEndpoints } from '@natim/contract/mon/wx-image'
import { formatNumber } from '@natim/domain/format'
import { WX_UNDO_MS } from '@natim/domain/wx-image'
import { Alert, Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { useListState } from '@/lib/list-state.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useMay } from '@/resource/use-may.ts'
import { PHONE_MEDIA } from '@/theme/metrics.ts'
import { useMedia } from '@/theme/use-media.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DEFAULTS, FilterBar, type PageState } from './filter-bar.tsx'
import { ImageMap } from './image-map.tsx'
import { ImageTable } from './image-table.tsx'
import { ReviewPanel } from './panel/review-panel.tsx'
import { type Undoable, UndoBar } from './undo-bar.tsx'
import { openWord, POLL_MS } from './use-wx.ts'
import { Wall } from './wall.tsx'
import styles from './wx.module.css'
import { pagerStep, spanFrom, waitText } from './wx-text.ts'

const PAGE_SIZE = 30
const VIEWS = [
  { value: 'wall', label: '瀑布' },
  { value: 'map', label: '地图' },
  { value: 'table', label: '表格' },
]
const NONE: ReadonlySet<string> = new Set()

function queryOf({ tab, category, region, channel, hours, risk, text }: PageState, mayOpen: boolean) {
  const from = spanFrom(hours, serverNow())
  return {
    tab,
    category,
    channel,
    region,
    riskMin: risk,
    text,
    open: openWord(mayOpen),
    ...(from !== undefined && { from }),
  } as const
}

/** One page of the list, with the shown picture and navigation. */
function useImages() {
  const [state, change] = useListState(DEFAULTS)
  const mayOpen = useMay(wxImageEndpoints.original)
  const notify = useNotify()
  const [undoable, setUndoable] = useState<Undoable>()
  const query = queryOf(state, mayOpen)
  const found = useEndpoint(
    wxImageEndpoints.list,
    { query: { ...query, order: state.order, pageNo: state.pageNo, pageSize: PAGE_SIZE } },
    { staleTime: 0, refetchInterval: POLL_MS },
  )
  const images = found.data?.records ?? []
  const at = images.findIndex(({ id }) => id === state.id)
  const show = (id: string) => change({ id })
  return {
    state,
    change,
    query,
    found,
    images,
    at,
    show,
    mayOpen,
    undoable,
    endUndo: () => setUndoable(undefined),
    step(direction: string) {
      const to = pagerStep(direction, at, images.length)
      if ('text' in to) notify.line(to.text, 'info')
      else show(images[to.at]?.id ?? '')
    },
    handleDecided(image: WxImage, message: string) {
      setUndoable({ image, message, untilMs: Date.now() + WX_UNDO_MS })
      // A decided picture leaves the list: the next one takes its place.
      const next = images[at + 1] ?? images[at - 1]
      if (next === undefined) notify.line('已到最后~', 'info')
      change({ id: next?.id ?? '' })
    },
  }
}
type Images = ReturnType<typeof useImages>

/** 微信图片: user-submitted pictures, reviewed one after the other. */
export default function ImageListPage() {
  const list = useImages()
  const isPhone = useMedia(PHONE_MEDIA)
  const { state, change, found, undoable, show } = list
  const { data } = found
  const panel = state.id !== '' && (
    <ReviewPanel
      id={state.id}
      at={list.at}
      total={list.images.length}
      onStep={list.step}
      onShow={show}
      onClose={() => change({ id: '' })}
      onDecided={list.handleDecided}
    />
  )
  return (
    <div className={styles.page}>
      <PageHead
        title="微信图片"
        meta={data && metaOf(data.counts.pending, data.oldestMs)}
        actions={
          <Segmented aria-label="视图" value={state.view} options={VIEWS} onChange={(view) => change({ view })} />
        }
      />
      {data?.hasAccount === false && (
        <Alert type="warning" showIcon title="尚未配置公众号：收不到新图片，也无法答复发送人；已有图片仍可审核。" />
      )}
      {undoable && <UndoBar key={undoable.image.id} undoable={undoable} onShow={show} onEnd={list.endUndo} />}
      <div className={styles.columns} data-alone={!panel || isPhone || undefined}>
        <ListPanel list={list} />
        {panel && !isPhone && <aside className={styles.aside}>{panel}</aside>}
      </div>
      {panel && isPhone && (
        <SideDrawer isOpen isFullOnPhone hasOwnClose title="" onClose={() => change({ id: '' })}>
          {panel}
        </SideDrawer>
      )}
    </div>
  )
}

function ListPanel({ list }: { readonly list: Images }) {
  const { state, change, query, images, mayOpen, show } = list
  const { data, error, refetch, isFetching, isLoading } = list.found
  const mayReview = useMay(wxImageEndpoints.review)
  const [marked, setMarked] = useState(NONE)
  const mark = (id: string, isMarked: boolean) =>
    setMarked((held) => new Set(isMarked ? [...held, id] : [...held].filter((one) => one !== id)))
  const shown = {
    images,
    isOpen: mayOpen,
    shownId: state.id,
    marked,
    onShow: show,
    ...(mayReview && { onMark: mark }),
  }
  return (
    <Panel
      isFlush
      isReloading={isFetching && !isLoading}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      <FilterBar state={state} counts={data?.counts} onChange={change} />
      {marked.size > 0 && <BulkBar images={images.filter(({ id }) => marked.has(id))} onEnd={() => setMarked(NONE)} />}
      {isLoading && <BlockSkeleton height={360} />}
      {state.view === 'map' ? (
        <div className={styles.mapBox}>
          <ImageMap input={{ query }} shownId={state.id} onShow={show} />
        </div>
      ) : (
        <>
          {data?.total === 0 && <EmptyState title="没有符合条件的图片" hint="换一个状态或放宽筛选条件" />}
          {images.length > 0 && (state.view === 'table' ? <ImageTable {...shown} /> : <Wall {...shown} />)}
          <Pages total={data?.total ?? 0} pageNo={state.pageNo} onPage={(pageNo) => change({ pageNo, id: '' })} />
        </>
      )}
    </Panel>
  )
}

const metaOf = (pending: number, oldestMs: number | null) =>
  `待审 ${formatNumber(pending)} 张${oldestMs === null ? '' : ` · 最早已等 ${waitText(oldestMs, serverNow())}`}`

interface PagesProps {
  readonly total: number
  readonly pageNo: number
  readonly onPage: (pageNo: number) => void
}

const Pages = ({ total, pageNo, onPage }: PagesProps) =>
  total <= PAGE_SIZE ? null : (
    <div className={styles.pages}>
      <Pagination current={pageNo} pageSize={PAGE_SIZE} total={total} showSizeChanger={false} onChange={onPage} />
    </div>
  )
