import type { HomeCard } from '@natim/contract/mon/home-cards'
import { formatClock } from '@natim/domain/format'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useCan } from '../../lib/permissions/use-rights.ts'
import grid from '../../ui/outline/home-grid.module.css'
import { Panel } from '../../ui/panel.tsx'
import { AirCard } from './cards/air-card.tsx'
import { AreasCard } from './cards/areas-card.tsx'
import type { CardProps } from './cards/card.ts'
import { NoticesCard } from './cards/notices-card.tsx'
import { TodoCard } from './cards/todo-card.tsx'
import { VisitsCard } from './cards/visits-card.tsx'
import { whenSeen } from './cards/when-seen.tsx'
import { DayPanel } from './day-panel.tsx'
import { type Column, DEFAULT_LAYOUT } from './layout.ts'
import { ProvinceTable } from './province-table.tsx'
import { RecentList } from './recent-list.tsx'
import type { useLayout } from './use-layout.ts'
import { WatchList } from './watch-list.tsx'

const LayoutEditor = lazyPart(async () => (await import('./layout-editor.tsx')).LayoutEditor)

interface Card {
  readonly name: string
  readonly Card: ComponentType<CardProps>
}

const CARDS: Readonly<Record<HomeCard, Card>> = {
  watch: {
    name: '限值关注',
    Card: ({ home }) => (
      <Panel title="限值关注" meta="最新值与均值 · 最接近或超过限值的在前" isFlush>
        <WatchList home={home} />
      </Panel>
    ),
  },
  provinces: {
    name: '省级态势',
    Card: ({ home, isBusy }) => (
      <Panel
        title="省级态势"
        meta={`在线率最低的在前 · ${formatClock(home.atMs)} 更新`}
        actions={<Link to="/mon/homemap">监测一张图</Link>}
        isFlush
        isReloading={isBusy}
        className={grid.fill ?? ''}
      >
        <ProvinceTable home={home} />
      </Panel>
    ),
  },
  toxic: {
    name: '空气毒性等级',
    Card: whenSeen('空气毒性等级 ATL ≥ 2', 6, async () => (await import('./cards/toxic-card.tsx')).ToxicCard),
  },
  areas: { name: '区域趋势与排名', Card: AreasCard },
  events: {
    name: '最近事件',
    Card: whenSeen('最近事件', 6, async () => (await import('./cards/events-card.tsx')).EventsCard),
  },
  alarms: { name: '24 小时报警', Card: DayPanel },
  todo: { name: '我的待办', Card: TodoCard },
  air: { name: '空气质量', Card: AirCard },
  infection: {
    name: '感染态势',
    Card: whenSeen('感染态势', 3, async () => (await import('./cards/infection-card.tsx')).InfectionCard),
  },
  passes: {
    name: '今日过境',
    Card: whenSeen('今日过境', 3, async () => (await import('./cards/passes-card.tsx')).PassesCard),
  },
  recent: {
    name: '最近状态变化',
    Card: ({ home }) => (
      <Panel title="最近状态变化" meta="24 小时内" actions={<Link to="/mon/device/list">设备列表</Link>} isFlush>
        <RecentList home={home} />
      </Panel>
    ),
  },
  notices: { name: '最新公告', Card: NoticesCard },
  visits: { name: '系统访问', Card: VisitsCard },
}

/** Whether the user has the permission for a card; other cards appear in no layout. */
function useIsAllowed(): (card: HomeCard) => boolean {
  const seesAlarms = useCan('mon:alarm:view')
  const seesNbc = useCan('mon:nbc:view')
  const needs: Readonly<Partial<Record<HomeCard, boolean>>> = {
    todo: seesAlarms,
    air: useCan('mon:aqi:view'),
    events: seesAlarms || seesNbc,
    infection: useCan('mon:health:list'),
    passes: useCan('mon:sat:view'),
  }
  return (card) => needs[card] ?? true
}

interface HomeCardsProps extends CardProps {
  readonly layout: ReturnType<typeof useLayout>
  readonly isEditing: boolean
  readonly onEditEnd: () => void
}

/** The cards in the user's order; the tools to move them are loaded on demand. */
export function HomeCards({
  layout: { layout = DEFAULT_LAYOUT, save, reset },
  isEditing,
  onEditEnd,
  ...card
}: HomeCardsProps) {
  const isAllowed = useIsAllowed()
  const draw = (id: HomeCard): ReactNode => {
    const { Card } = CARDS[id]
    return <Card key={id} {...card} />
  }
  if (isEditing)
    return (
      <LayoutEditor
        layout={layout}
        isAllowed={isAllowed}
        nameOf={(id) => CARDS[id].name}
        draw={draw}
        onChange={save}
        onReset={reset}
        onEnd={onEditEnd}
      />
    )
  const column = (name: Column) => <div className={grid.column}>{layout[name].filter(isAllowed).map(draw)}</div>
  return (
    <div className={grid.columns}>
      {column('main')}
      {column('side')}
    </div>
  )
}
