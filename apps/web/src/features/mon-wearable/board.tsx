import type { CallResult } from '@natim/contract/endpoint'
import {
  BOARD_FILTERS,
  BOARD_PAGE_SIZE,
  type BoardFilter,
  type WearableCard,
  wearableEndpoints,
} from '@natim/contract/mon/wearable'
import { formatClock, formatNumber } from '@natim/domain/format'
import { keysOf } from '@natim/domain/record'
import { Button, Input, Pagination, Select } from 'antd'
import { useState } from 'react'
import type { ChangeListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { Panel } from '@/ui/panel.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { Bar, Outline, times } from '@/ui/skeleton.tsx'
import styles from './board.module.css'
import page from './page.module.css'
import { useBoardKeys } from './use-board-keys.ts'
import { useHeldOrder, useHold } from './use-held-order.ts'
import { DEFAULTS, filterOf, type LinkState } from './wearable-state.ts'
import { WearerCard } from './wearer-card.tsx'
import { WearerDrawer } from './wearer-drawer.tsx'

const REFRESH_MS = 15_000
const TYPING_MS = 300

interface BoardProps {
  readonly state: LinkState
  readonly change: ChangeListState<LinkState>
}

/** Current wearers, worst first. */
export function Board({ state, change }: BoardProps) {
  const filter = filterOf(state.filter)
  const words = useDebounced(state.q, TYPING_MS)
  const query = {
    filter,
    pageNo: state.page,
    open: state.isOpen,
    ...(state.unit !== '' && { unit: state.unit }),
    ...(words !== '' && { q: words }),
  }
  const answer = useLastGood(
    useEndpoint(wearableEndpoints.board, { query }, { refetchInterval: REFRESH_MS }),
    JSON.stringify(query),
  )
  const [isHeld, setIsHeld] = useState(false)
  const cards = useHeldOrder(answer.data?.cards, isHeld || state.id !== '', JSON.stringify(query))
  const choose = (id: string) => change({ id }, { isStep: id !== '' && state.id === '' })
  useBoardKeys(cards, state.id, choose)
  const narrow = (patch: Partial<LinkState>) => change({ ...patch, page: 1, id: '' })
  const { data } = answer
  return (
    <>
      <Filters state={state} filter={filter} data={data} narrow={narrow} />
      <Legend />
      {answer.error && data && (
        <ErrorBar
          message={`${answer.error.message}，以下为 ${formatClock(answer.atMs)} 的数据`}
          onRetry={answer.retry}
        />
      )}
      {data === undefined ? (
        answer.error ? (
          <Panel>
            <ErrorState message={answer.error.message} onRetry={answer.retry} />
          </Panel>
        ) : (
          <BoardOutline />
        )
      ) : cards.length === 0 ? (
        <Panel>
          <NoWearers
            isNarrowed={filter !== 'all' || state.unit !== '' || state.q !== ''}
            onClear={() => narrow(DEFAULTS)}
          />
        </Panel>
      ) : (
        <Cards cards={cards} chosenId={state.id} isStale={answer.isOfAnother} onHold={setIsHeld} onChoose={choose} />
      )}
      {data && data.total > 0 && <Pager state={state} total={data.total} change={change} />}
      <WearerDrawer id={state.id} isOpen={state.isOpen} cards={cards} onShow={choose} onClose={() => choose('')} />
    </>
  )
}

type Answer = CallResult<typeof wearableEndpoints.board>

interface FiltersProps {
  readonly state: LinkState
  readonly filter: BoardFilter
  readonly data: Answer | undefined
  readonly narrow: (patch: Partial<LinkState>) => void
}

const Filters = ({ state, filter, data, narrow }: FiltersProps) => (
  <div className={page.filters}>
    <FilterTabs
      label="按风险筛选"
      isInBar
      chosen={filter}
      tabs={tabsOf(data?.counts)}
      onChoose={(key) => narrow({ filter: key })}
    />
    <Input
      className={page.search}
      aria-label="受试者码"
      placeholder="受试者码"
      allowClear
      value={state.q}
      maxLength={16}
      onChange={(event) => narrow({ q: event.target.value })}
    />
    <Select
      className={page.unit}
      aria-label="单位"
      placeholder="全部单位"
      allowClear
      showSearch
      value={state.unit === '' ? undefined : state.unit}
      options={(data?.units ?? []).map((unit) => ({ value: unit, label: unit }))}
      onChange={(unit?: string) => narrow({ unit: unit ?? '' })}
    />
  </div>
)

interface CardsProps {
  readonly cards: readonly WearableCard[]
  readonly chosenId: string
  readonly isStale: boolean
  /** Whether the board has the pointer or the focus. */
  readonly onHold: (isHeld: boolean) => void
  readonly onChoose: (id: string) => void
}

function Cards({ cards, chosenId, isStale, onHold, onChoose }: CardsProps) {
  const ref = useHold(onHold)
  return (
    <div ref={ref} className={`${styles.grid} ${isStale ? page.stale : ''}`} role="group" aria-label="佩戴者">
      {cards.map((card) => (
        <WearerCard key={card.id} card={card} isChosen={card.id === chosenId} onOpen={() => onChoose(card.id)} />
      ))}
    </div>
  )
}

interface PagerProps {
  readonly state: LinkState
  readonly total: number
  readonly change: ChangeListState<LinkState>
}

const Pager = ({ state, total, change }: PagerProps) => (
  <div className={page.pager}>
    <span>{state.isOpen ? '本次查看已记录' : '仅显示掩码后的受试者码；姓名与联系方式须经再识别审批'}</span>
    <Pagination
      size="small"
      current={state.page}
      pageSize={BOARD_PAGE_SIZE}
      total={total}
      showSizeChanger={false}
      showTotal={(count, [from, to]) => `${from}-${to} 共 ${formatNumber(count)} 人`}
      onChange={(next) => change({ page: next, id: '' })}
    />
  </div>
)

function tabsOf(counts: Readonly<Record<BoardFilter, number>> | undefined) {
  const marks: Partial<Record<BoardFilter, 2 | 3>> = { severe: 2, raised: 3 }
  return keysOf(BOARD_FILTERS).map((key) => {
    const level = marks[key]
    return {
      key,
      label: BOARD_FILTERS[key],
      count: counts?.[key],
      ...(level && { mark: <SeverityGlyph level={level} size={14} isDecorative /> }),
    }
  })
}

const Legend = () => (
  <div className={styles.legend}>
    <span>
      <svg width={20} height={6} aria-hidden>
        <rect width={20} height={4} y={1} className={styles.own} />
      </svg>
      本人 14 天基线 P10–P90
    </span>
    <span>○ 带内</span>
    <span>◆ 偏离本人基线</span>
    <span>分数按级别、分值、单项 3 分排序</span>
  </div>
)

interface NoWearersProps {
  readonly isNarrowed: boolean
  readonly onClear: () => void
}

function NoWearers({ isNarrowed, onClear }: NoWearersProps) {
  const mayBind = R.useMay(wearableEndpoints.bind)
  if (isNarrowed)
    return <EmptyState title="没有符合条件的佩戴者" action={<Button onClick={onClear}>清除筛选</Button>} />
  return <EmptyState title="还没有人佩戴设备" {...(mayBind && { hint: '用「绑定设备」把可穿戴设备交给一位受试者' })} />
}

const BoardOutline = () => (
  <div className={styles.grid} aria-busy aria-label="正在读取佩戴者">
    {times(BOARD_PAGE_SIZE, (i) => (
      <Outline key={i} className={styles.outline}>
        <Bar width="60%" line={20} />
        <Bar width="100%" line={28} />
        <Bar width="100%" line={28} />
        <Bar width="40%" line={18} />
      </Outline>
    ))}
  </div>
)
