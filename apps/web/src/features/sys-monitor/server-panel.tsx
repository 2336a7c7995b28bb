import { monitorEndpoints } from '@natim/contract/system/monitor'
import { formatDuration, formatNumber } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { StatBlock, StatRow } from '@/ui/stat-block.tsx'
import { Meter } from './meter.tsx'
import { PartPanel } from './part-panel.tsx'

/** The machine: processors, memory, load. */
export function ServerPanel() {
  const part = useEndpoint(monitorEndpoints.server, {})
  return (
    <PartPanel title="服务器" part={part}>
      {(server) => {
        const usedBytes = server.memoryTotalBytes - server.memoryFreeBytes
        return (
          <>
            <Meter
              label="1 分钟负载"
              share={server.load1 / server.cpuCount}
              note={`${formatNumber(server.load1, 2)} / ${server.cpuCount} 核`}
            />
            <Meter
              label="内存"
              share={usedBytes / server.memoryTotalBytes}
              note={`已用 ${sizeText(usedBytes)} / 共 ${sizeText(server.memoryTotalBytes)}`}
            />
            <StatRow
              stats={[
                { label: '5 分钟负载', value: formatNumber(server.load5, 2) },
                { label: '15 分钟负载', value: formatNumber(server.load15, 2) },
                { label: '可用内存', value: sizeText(server.memoryFreeBytes) },
                { label: '已开机', value: formatDuration(server.uptimeS * SECOND_MS) },
              ]}
            />
            <StatBlock
              stats={[
                { label: '主机名', value: server.hostName },
                { label: '操作系统', value: server.os },
                { label: '处理器', value: server.cpuModel || '—' },
              ]}
            />
          </>
        )
      }}
    </PartPanel>
  )
}
