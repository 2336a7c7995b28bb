import { type DatabaseFigures, monitorEndpoints } from '@natim/contract/system/monitor'
import { formatDuration, formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { SECOND_MS } from '@natim/domain/time'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { sizeText } from '@/lib/size-text.ts'
import { Figures } from './figures.tsx'
import { PartPanel } from './part-panel.tsx'

/** PostgreSQL, its cache, and this process's connections to it. */
export function DatabasePanel() {
  const part = useEndpoint(monitorEndpoints.database, {})
  return (
    <PartPanel title="数据库与缓存" part={part}>
      {(database) => <Figures meters={metersOf(database)} stats={statsOf(database)} />}
    </PartPanel>
  )
}

const amounts = (used: number, max: number) => `使用中 ${formatNumber(used)} / ${formatNumber(max)} 个`

const metersOf = ({ connections, maxConnections, poolInUse, poolMax }: DatabaseFigures) => [
  { label: '数据库连接', share: connections / maxConnections, note: amounts(connections, maxConnections) },
  { label: '本进程连接池', share: poolInUse / poolMax, note: amounts(poolInUse, poolMax) },
]

const statsOf = (database: DatabaseFigures) => [
  { label: '缓存命中率', value: formatShare(database.cacheHitShare) },
  { label: '连接池空闲', value: formatNumber(database.poolIdle), unit: '个' },
  { label: '等待连接的请求', value: formatNumber(database.poolWaiting), unit: '个' },
  { label: '最长未结束事务', value: ageText(database.oldestTransactionS) },
  { label: '版本', value: `PostgreSQL ${database.version}` },
  { label: '数据库大小', value: sizeText(database.sizeBytes) },
]

function ageText(ageS: number | null): string {
  if (ageS === null) return NO_VALUE
  return ageS < 1 ? '不到 1 秒' : formatDuration(ageS * SECOND_MS)
}
