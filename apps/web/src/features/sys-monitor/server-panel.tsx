import { monitorEndpoints, type ServerFigures } from '@natim/contract/system/monitor'
import { formatDuration, formatNumber, NO_VALUE } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { Figures } from './figures.tsx'
import { PartPanel } from './part-panel.tsx'

/** The machine: processors, memory, load. */
export function ServerPanel() {
  const part = useEndpoint(monitorEndpoints.server, {})
  return (
    <PartPanel title="服务器" part={part}>
      {(server) => <Figures meters={metersOf(server)} stats={statsOf(server)} />}
    </PartPanel>
  )
}

function metersOf({ load1, cpuCount, memoryTotalBytes, memoryFreeBytes }: ServerFigures) {
  const usedBytes = memoryTotalBytes - memoryFreeBytes
  return [
    { label: '1 分钟负载', share: load1 / cpuCount, note: `${formatNumber(load1, 2)} / ${cpuCount} 核` },
    {
      label: '内存',
      share: usedBytes / memoryTotalBytes,
      note: `已用 ${sizeText(usedBytes)} / 共 ${sizeText(memoryTotalBytes)}`,
    },
  ]
}

const statsOf = (server: ServerFigures) => [
  { label: '5 / 15 分钟负载', value: `${formatNumber(server.load5, 2)} / ${formatNumber(server.load15, 2)}` },
  { label: '可用内存', value: sizeText(server.memoryFreeBytes) },
  { label: '已开机', value: formatDuration(server.uptimeS * SECOND_MS) },
  { label: '主机名', value: server.hostName },
  { label: '操作系统', value: server.os },
  { label: '处理器', value: server.cpuModel || NO_VALUE },
]
