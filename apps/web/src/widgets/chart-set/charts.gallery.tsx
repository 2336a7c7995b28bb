import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import {
  AreaChart,
  BarChart,
  BarLineChart,
  LineChart,
  MultiBarChart,
  MultiLineChart,
  PieChart,
  RadarChart,
  StackedBarChart,
} from './charts.tsx'
import { ChartCard, Countdown, NumberInfo, Trend } from './figures.tsx'
import { Liquid, MiniArea, MiniBar, MiniProgress, RankList } from './mini-charts.tsx'

const POINTS = ['江苏', '山东', '浙江', '广东', '四川', '湖北', '陕西', '辽宁'].map((name, index) => ({
  name,
  value: [128, 96, 88, 143, 52, 47, 31, 64][index] ?? 0,
}))
const TABLE = {
  categories: ['6 月', '7 月', '8 月', '9 月', '10 月', '11 月'],
  series: [
    { name: '报警', values: [42, 55, null, 61, 38, 47] },
    { name: '处置', values: [40, 51, 30, 58, 38, 41] },
  ],
}
const VALUES = [4, 6, 5, 9, 12, 8, 7, 11, 14, 9, 6, 8]
const COUNTDOWN_MS = 90_000

/** The end is an instant, so it is set when the gallery opens. */
function Coming() {
  const [endMs] = useState(() => Date.now() + COUNTDOWN_MS)
  return <Countdown endMs={endMs} />
}

export const gallery: GalleryEntry = {
  title: '图表组',
  note: '由普通数据画成，随容器缩放；数字另有文字与表格',
  states: [
    { name: '柱', span: 8, render: () => <BarChart title="各省报警" points={POINTS} /> },
    { name: '线', span: 8, render: () => <LineChart title="各省报警走势" points={POINTS} /> },
    { name: '面积', span: 8, render: () => <AreaChart title="各省报警面积" points={POINTS} /> },
    { name: '多柱，有缺测', span: 8, render: () => <MultiBarChart title="报警与处置" table={TABLE} /> },
    { name: '多线，缺测断开', span: 8, render: () => <MultiLineChart title="报警与处置走势" table={TABLE} /> },
    { name: '堆叠', span: 8, render: () => <StackedBarChart title="报警与处置合计" table={TABLE} /> },
    { name: '柱与线', span: 8, render: () => <BarLineChart title="报警柱与处置线" table={TABLE} /> },
    { name: '环，超过六份合并', span: 8, render: () => <PieChart title="报警占比" points={POINTS} /> },
    { name: '雷达', span: 8, render: () => <RadarChart title="半年雷达" table={TABLE} /> },
    { name: '空', span: 8, render: () => <BarChart title="没有数据" points={[]} /> },
    { name: '排行', span: 8, render: () => <RankList title="报警最多" points={POINTS} unit="起" /> },
    { name: '倒计时', render: () => <Coming /> },
    { name: '趋势', render: () => <Trend percent={-3}>较昨日</Trend> },
    { name: '数字', render: () => <NumberInfo title="在线设备" value={1_284} unit="台" trend={3} note="较昨日" /> },
    {
      name: '卡片',
      render: () => (
        <ChartCard title="本周报警" value={47} unit="起" trend={12} note="较上周" footer="日均 6.7 起">
          <MiniBar label="近十二日" values={VALUES} />
        </ChartCard>
      ),
    },
    { name: '迷你面积', render: () => <MiniArea label="Cl₂ 一日" values={VALUES} /> },
    { name: '迷你柱', render: () => <MiniBar label="访问" values={VALUES} /> },
    { name: '进度与目标', render: () => <MiniProgress label="完整率" share={0.86} target={0.95} /> },
    { name: '液位', render: () => <Liquid label="储罐" share={0.62} /> },
  ],
}
