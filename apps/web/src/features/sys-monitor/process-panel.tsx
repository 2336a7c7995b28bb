import { monitorEndpoints, type ProcessFigures } from '@natim/contract/system/monitor'
import { formatDuration, formatNumber } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { Figures } from './figures.tsx'
import { PartPanel } from './part-panel.tsx'

/** The answering process: memory, CPU time, event loop delay. */
export function ProcessPanel() {
  const part = useEndpoint(monitorEndpoints.process, {})
  return (
    <PartPanel title="服务进程" scope="近 10 秒" part={part}>
      {(figures) => <Figures meters={metersOf(figures)} stats={statsOf(figures)} />}
    </PartPanel>
  )
}

const metersOf = ({ cpuShare, heapUsedBytes, heapLimitBytes }: ProcessFigures) => [
  { label: 'CPU', share: cpuShare, note: '以一个核为 100 %' },
  {
    label: '堆内存',
    share: heapUsedBytes / heapLimitBytes,
    note: `已用 ${sizeText(heapUsedBytes)} / 上限 ${sizeText(heapLimitBytes)}`,
  },
]

const ROLES: Readonly<Record<string, string>> = {
  all: '控制台、接入与后台任务',
  web: '控制台',
  ingest: '数据接入',
  jobs: '后台任务',
}

const statsOf = (figures: ProcessFigures) => [
  {
    label: '事件循环延迟 p50 / p99',
    value: `${formatNumber(figures.loopDelayP50Ms, 1)} / ${formatNumber(figures.loopDelayP99Ms, 1)}`,
    unit: 'ms',
  },
  { label: '常驻内存', value: sizeText(figures.rssBytes) },
  { label: '已运行', value: formatDuration(figures.uptimeS * SECOND_MS) },
  { label: 'Node.js', value: figures.nodeVersion },
  { label: '进程号', value: figures.pid },
  { label: '职责', value: ROLES[figures.role] ?? figures.role },
]
