import { type AqiRevision, type AqiRow, aqiEndpoints } from '@natim/contract/mon/aqi'
import { aqiItemName } from '@natim/domain/aqi-words'
import { formatShortTime } from '@natim/domain/format'
import { Popover } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { AqiMark } from '@/ui/aqi/aqi-mark.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import styles from './aqi.module.css'
import type { AqiState } from './aqi-state.ts'
import { concentrationText, leadingText } from './aqi-text.ts'

interface RevisionsProps {
  readonly state: AqiState
  readonly row: AqiRow
  readonly toMs: number
}

/** `苏州第 2 次修订 11-21 09:20`: links to the previous revision. Empty for a first version. */
export function Revisions({ state, row, toMs }: RevisionsProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (row.rev < 2 || row.computedMs === null) return null
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setIsOpen}
      title={`${row.name}的修订`}
      content={isOpen && <List state={state} id={row.id} toMs={toMs} />}
    >
      <PlainButton isLink aria-expanded={isOpen}>
        {row.name}第 {row.rev - 1} 次修订 {formatShortTime(row.computedMs)}
      </PlainButton>
    </Popover>
  )
}

function List({ state, id, toMs }: { readonly state: AqiState; readonly id: string; readonly toMs: number }) {
  const query = { place: state.place, id, span: state.span === 'hour' ? ('hour' as const) : ('day' as const), t: toMs }
  const { data, error, refetch } = useEndpoint(aqiEndpoints.revisions, { query })
  if (error) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={2} columns={4} />
  return (
    <table className={styles.revisions} aria-label="修订记录">
      <thead>
        <tr>
          <th scope="col">版本</th>
          <th scope="col">计算于</th>
          <th scope="col">AQI</th>
          <th scope="col">首要污染物</th>
          <th scope="col">变化的浓度</th>
        </tr>
      </thead>
      <tbody>
        {data.map((revision, i) => (
          <tr key={revision.rev}>
            <td>{revision.replacedMs === null ? '当前' : `第 ${revision.rev} 版`}</td>
            <td>{formatShortTime(revision.computedMs)}</td>
            <td>
              <AqiMark aqi={revision.aqi} />
            </td>
            <td>{leadingText(revision)}</td>
            <td>{changeText(revision, data[i + 1])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `PM2.5 24 h 60 → 61` */
function changeText(revision: AqiRevision, before: AqiRevision | undefined): string {
  if (before === undefined) return '首次'
  return (
    revision.columns
      .flatMap((column, i) => {
        const [now, then] = [revision.figures[i], before.figures[i]]
        if (!now || !then || (now.value === then.value && now.isPlanned === then.isPlanned)) return []
        return `${aqiItemName(column)} ${concentrationText(then, column.pollutant)} → ${concentrationText(now, column.pollutant)}`
      })
      .join('；') || '—'
  )
}
