import { Button, Checkbox, Input, Segmented, Select, Switch, Tabs } from 'antd'
import { SAMPLE_DAY } from './gallery-data.ts'
import type { GalleryEntry } from './gallery-entry.ts'
import { Kpi, KpiStrip } from './kpi-strip.tsx'
import { Attention, PageHead, Situation } from './page-head.tsx'
import { Panel } from './panel.tsx'
import { SeverityCounts } from './severity-glyph.tsx'
import { Sparkline } from './sparkline.tsx'
import { StatBlock, StatRow } from './stat-block.tsx'

const STATS = [
  { label: '样本', value: '17,280' },
  { label: '完整率', value: '94.8', unit: '%' },
  { label: '均值', value: '0.31', unit: 'ppm' },
  { label: '超限时长', value: '00:11:14' },
]

const spark = <Sparkline label="在线率 24 小时" values={SAMPLE_DAY} width={64} />

const controls = () => (
  <div className="row row-wrap">
    <Button type="primary">主要</Button>
    <Button>次要</Button>
    <Button type="text">文字</Button>
    <Button danger>危险</Button>
    <Button disabled>禁用</Button>
    <Button type="link">链接</Button>
    <Input placeholder="请输入" aria-label="输入" style={{ width: 140 }} />
    <Select aria-label="省份" defaultValue="江苏省" options={[{ value: '江苏省' }]} style={{ width: 110 }} />
    <Segmented aria-label="范围" options={['1h', '6h', '24h']} defaultValue="6h" />
    <Checkbox defaultChecked>选中</Checkbox>
    <Switch defaultChecked aria-label="开关" />
  </div>
)

export const gallery: GalleryEntry = {
  title: '页面件',
  states: [
    {
      name: '页头',
      span: 24,
      render: () => (
        <PageHead
          title="上午好，周海宁"
          meta={
            <Situation>
              全网总体平稳。<Attention>淄博、南京</Attention> 两地有毒气体超限，正在处置；甘肃、新疆完整率偏低。
            </Situation>
          }
          actions={<Button type="primary">新增设备</Button>}
        />
      ),
    },
    {
      name: '指标条',
      span: 24,
      render: () => (
        <KpiStrip label="全网指标">
          <Kpi caption="设备在线率" value="95.9" unit="%" spark={spark} note="1,231 / 1,284 台 · 较昨日 +0.4" />
          <Kpi caption="未确认报警" value={<SeverityCounts counts={[1, 2, 5, 9, 14]} />} note="最早一条已等待 17:23" />
          <Kpi caption="今日样本" value="3,841" unit="万" spark={spark} onOpen={() => {}} note="峰值 1,012 点/秒" />
          <Kpi caption="数据完整率（24 h）" value="98.7" unit="%" isStale note="应收 6,218 万" />
        </KpiStrip>
      ),
    },
    { name: '控件', span: 24, render: controls },
    {
      name: '标签页',
      span: 6,
      render: () => (
        <Tabs
          items={[
            { key: 'a', label: '概览' },
            { key: 'b', label: '实时' },
            { key: 'c', label: '历史' },
          ]}
        />
      ),
    },
    {
      name: '事实',
      span: 6,
      render: () => (
        <Panel title="状态" meta="24 h">
          <StatBlock stats={STATS} />
        </Panel>
      ),
    },
    { name: '统计行', span: 12, render: () => <StatRow stats={STATS} /> },
  ],
}
