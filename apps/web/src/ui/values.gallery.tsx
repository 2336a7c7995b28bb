import { Age } from './age.tsx'
import { SAMPLE_CHANNELS, SAMPLE_DAY, SAMPLE_DAY_WITH_GAP, SAMPLE_RELEASE } from './gallery-data.ts'
import type { GalleryEntry } from './gallery-entry.ts'
import { LimitRail } from './limit-rail.tsx'
import { Sparkline } from './sparkline.tsx'
import { tickerNow } from './ticker.ts'
import { ValueCell } from './value-cell.tsx'
import { ValueWithUnit } from './value-with-unit.tsx'

const { pm25, cl2, so2, h2s, dose, wind } = SAMPLE_CHANNELS

export const gallery: GalleryEntry = {
  title: '数值与限值轨',
  note: '值、单位、时间、限值；达到限值前只有灰蓝',
  states: [
    { name: '正常', render: () => <ValueCell channel={pm25} value={41} /> },
    { name: '达到较大', render: () => <ValueCell channel={so2} value={0.24} /> },
    { name: '达到重大', render: () => <ValueCell channel={cl2} value={2.31} /> },
    { name: '达到特别重大', render: () => <ValueCell channel={h2s} value={52.6} /> },
    { name: '陈旧', render: () => <ValueCell channel={cl2} value={2.31} look="stale" /> },
    { name: '无数值', render: () => <ValueCell channel={cl2} value={null} /> },
    { name: '对数轨（剂量率）', render: () => <ValueCell channel={dose} value={0.11} /> },
    { name: '无限值', render: () => <ValueCell channel={wind} value={3.1} /> },
    { name: '负值', render: () => <ValueWithUnit value={-71} unit="dBm" precision={0} /> },
    { name: '低于检出限', render: () => <ValueWithUnit value={0.01} unit="ppm" precision={2} q={2} /> },
    { name: '超量程', render: () => <ValueWithUnit value={20} unit="ppm" precision={1} q={1} size="card" /> },
    { name: '大字', render: () => <ValueWithUnit value={3_841_000} unit="点" precision={0} size="kpi" /> },
    {
      name: '卡片轨',
      span: 8,
      render: () => <LimitRail value={2.31} limits={cl2.limits} rangeHi={20} size="card" />,
    },
    { name: '卡片轨 · 三条', span: 8, render: () => <LimitRail value={12} limits={h2s.limits} size="card" /> },
    { name: '卡片轨 · 超出', span: 8, render: () => <LimitRail value={140} limits={pm25.limits} size="card" /> },
    {
      name: '时间',
      render: () => (
        <div className="row row-wrap">
          <Age tsMs={tickerNow() - 4_000} periodS={60} />
          <Age tsMs={tickerNow() - 720_000} periodS={60} />
          <Age tsMs={tickerNow() - 3 * 86_400_000} />
          <Age tsMs={null} />
        </div>
      ),
    },
    { name: '趋势线', render: () => <Sparkline label="PM2.5 最近 24 小时" values={SAMPLE_DAY} /> },
    { name: '趋势线 · 缺测', render: () => <Sparkline label="PM2.5" values={SAMPLE_DAY_WITH_GAP} hasArea /> },
    {
      name: '趋势线 · 报警',
      render: () => <Sparkline label="Cl₂" values={SAMPLE_RELEASE} severity={2} threshold={2} hasArea />,
    },
    { name: '趋势线 · 无数据', render: () => <Sparkline label="Cl₂" values={[null, null]} /> },
  ],
}
