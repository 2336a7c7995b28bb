import { monitorEndpoints } from '@natim/contract/system/monitor'
import { formatDuration, formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { StatBlock, StatRow } from '@/ui/stat-block.tsx'
import { Meter } from './meter.tsx'
import { PartPanel } from './part-panel.tsx'

const amounts = (used: number, max: number) => `${formatNumber(used)} / ${formatNumber(max)} 个`

/** PostgreSQL, its cache, and the connections of this process to it. */
export function DatabasePanel() {
  const part = useEndpoint(monitorEndpoints.database, {})
  return (
    <PartPanel title="数据库与缓存" part={part}>
      {(database) => (
        <>
          <Meter
            label="数据库连接"
            share={database.connections / database.maxConnections}
            note={amounts(database.connections, database.maxConnections)}
          />
          <Meter
            label="连接池"
            share={database.poolInUse / database.poolMax}
            note={`使用中 ${amounts(database.poolInUse, database.poolMax)}`}
          />
          <StatRow
            stats={[
              { label: '缓存命中率', value: formatShare(database.cacheHitShare) },
              { label: '连接池空闲', value: formatNumber(database.poolIdle), unit: '个' },
              { label: '等待连接', value: formatNumber(database.poolWaiting), unit: '个' },
              { label: '最长事务', value: ageText(database.oldestTransactionS) },
            ]}
          />
          <StatBlock
            stats={[
              { label: '版本', value: `PostgreSQL ${database.version}` },
              { label: '数据库大小', value: sizeText(database.sizeBytes) },
            ]}
          />
        </>
      )}
    </PartPanel>
  )
}

const ageText = (ageS: number | null) => (ageS === null ? NO_VALUE : formatDuration(ageS * SECOND_MS))
