import { Button } from 'antd'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { SAMPLE_DAY } from './gallery-data.ts'
import type { GalleryEntry } from './gallery-entry.ts'
import { GlobalBar } from './global-bar.tsx'
import { NoPermission } from './no-permission.tsx'
import { Panel } from './panel.tsx'
import { BlockSkeleton, TableSkeleton } from './skeleton.tsx'
import { Sparkline } from './sparkline.tsx'

const nothing = () => {}

const chart = <Sparkline label="O₃" values={SAMPLE_DAY} width={260} height={90} />

export const gallery: GalleryEntry = {
  title: '状态模式',
  note: '同一块面板在各状态下占位不变',
  states: [
    {
      name: '面板',
      render: () => (
        <Panel title="24 小时报警" meta="按小时和级别 · 共 168 起" actions={<a href="#all">全部</a>}>
          {chart}
        </Panel>
      ),
    },
    {
      name: '重新加载',
      render: () => (
        <Panel title="24 小时报警" meta="按小时和级别" isReloading>
          {chart}
        </Panel>
      ),
    },
    {
      name: '错误',
      render: () => (
        <Panel error={{ message: '加载失败：网络超时', onRetry: nothing, requestId: '7f3a' }} dataAsOf="10:31:40">
          {chart}
        </Panel>
      ),
    },
    {
      name: '错误 · 无旧数据',
      render: () => (
        <Panel>
          <ErrorState message="加载失败：网络超时" onRetry={nothing} />
        </Panel>
      ),
    },
    {
      name: '空',
      render: () => (
        <Panel>
          <EmptyState
            hint="请调整筛选条件或检查设备是否在线"
            action={
              <>
                <Button type="primary">清除筛选</Button>
                <Button>查看设备</Button>
              </>
            }
          />
        </Panel>
      ),
    },
    {
      name: '无权限（区块）',
      render: () => (
        <Panel>
          <NoPermission right="核生化数据查看" code="mon:nbc:view" onRequest={nothing} />
        </Panel>
      ),
    },
    {
      name: '表格骨架',
      render: () => (
        <Panel isFlush title="设备">
          <TableSkeleton rows={3} columns={4} />
        </Panel>
      ),
    },
    {
      name: '图表骨架',
      render: () => (
        <Panel title="历史">
          <BlockSkeleton height={120} />
        </Panel>
      ),
    },
    {
      name: '全局条 · 断线',
      span: 24,
      render: () => (
        <GlobalBar kind="disconnected" detail="页面数值截至 10:41:52" action={{ label: '立即重连', onClick: nothing }}>
          实时连接中断，正在重连（7 s）
        </GlobalBar>
      ),
    },
    {
      name: '全局条 · 排队',
      span: 24,
      render: () => (
        <GlobalBar kind="queued" action={{ label: '查看队列', onClick: nothing }}>
          当前离线，2 项确认已排队，恢复后自动提交
        </GlobalBar>
      ),
    },
    {
      name: '全局条 · 历史时刻',
      span: 24,
      render: () => (
        <GlobalBar kind="historical" action={{ label: '回到实时', onClick: nothing }} onClose={nothing}>
          您正在查看历史时刻 2026-11-21 08:00–09:00
        </GlobalBar>
      ),
    },
    {
      name: '全局条 · 演练',
      span: 24,
      render: () => (
        <GlobalBar kind="drill" title="演练" action={{ label: '结束演练', onClick: nothing }}>
          本页所有报警与通知均不外发，导出带“演练”水印
        </GlobalBar>
      ),
    },
  ],
}
