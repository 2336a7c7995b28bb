import { ChannelCard } from './channel-card.tsx'
import { SAMPLE_CHANNELS, SAMPLE_DAY, SAMPLE_RELEASE } from './gallery-data.ts'
import type { GalleryEntry } from './gallery-entry.ts'
import { cellsFromShares, cellsFromSpans, type RibbonState } from './ribbon-cells.ts'
import { CardSkeleton } from './skeleton.tsx'
import { StatusRibbon } from './status-ribbon.tsx'
import { tickerNow } from './ticker.ts'

const HOUR_MS = 3_600_000
const { pm25, cl2 } = SAMPLE_CHANNELS

const ALL_STATES: readonly RibbonState[] = ['online', 'broken', 'offline', 'fault', 'maintenance', 'none']

const allStates = () =>
  ALL_STATES.flatMap((state, group) =>
    Array.from({ length: 8 }, (_, index) => {
      const fromMs = (group * 8 + index) * HOUR_MS
      return { fromMs, toMs: fromMs + HOUR_MS, state }
    }),
  )

const spans = () => {
  const now = tickerNow()
  return cellsFromSpans(
    [
      { fromMs: now - 24 * HOUR_MS, toMs: now - 8 * HOUR_MS, status: 'online', reason: '' },
      { fromMs: now - 8 * HOUR_MS, toMs: now - 6.6 * HOUR_MS, status: 'offline', reason: '基站断电' },
      { fromMs: now - 6.6 * HOUR_MS, toMs: now, status: 'online', reason: '' },
    ],
    now - 24 * HOUR_MS,
    now,
    96,
  )
}

export const gallery: GalleryEntry = {
  title: '通道卡与状态带',
  note: '各状态占位不变，不跳动',
  states: [
    {
      name: '正常',
      render: () => (
        <ChannelCard channel={pm25} value={41} tsMs={tickerNow() - 4_000} look="live" spark={SAMPLE_DAY} isSelected />
      ),
    },
    { name: '加载', render: () => <CardSkeleton /> },
    {
      name: '陈旧',
      render: () => (
        <ChannelCard channel={pm25} value={41} tsMs={tickerNow() - 720_000} look="stale" spark={SAMPLE_DAY} />
      ),
    },
    {
      name: '离线',
      render: () => (
        <ChannelCard
          channel={pm25}
          value={41}
          tsMs={tickerNow() - 8_040_000}
          look="offline"
          offlineSinceMs={tickerNow() - 8_040_000}
          spark={SAMPLE_DAY}
        />
      ),
    },
    {
      name: '报警',
      render: () => (
        <ChannelCard channel={cl2} value={2.31} tsMs={tickerNow() - 4_000} look="live" spark={SAMPLE_RELEASE} />
      ),
    },
    {
      name: '从未上报',
      render: () => <ChannelCard channel={cl2} value={null} tsMs={null} look="live" spark={[]} onOpen={() => {}} />,
    },
    { name: '状态带 · 全部状态', span: 12, render: () => <StatusRibbon cells={allStates()} height={14} /> },
    { name: '状态带 · 24 小时', span: 12, render: () => <StatusRibbon cells={spans()} hasAxis height={12} /> },
    {
      name: '状态带 · 在线率',
      span: 6,
      render: () => <StatusRibbon cells={cellsFromShares([1, 1, 0.9, 0.4, null, 1, 1, 0.97], tickerNow(), HOUR_MS)} />,
    },
  ],
}
