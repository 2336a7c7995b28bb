import { tsMarkEndpoints } from '@natim/contract/mon/ts-marks'
import { formatShortTime } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import { Button } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import styles from './history-page.module.css'
import type { History } from './use-history.ts'

/** Shown for a range without data: links to the nearest ranges of the same length that begin or end with data. */
export function NearestData({ history: { view, state } }: { readonly history: History }) {
  const { fromMs, toMs } = view.range
  const { data, isPlaceholderData } = useEndpoint(tsMarkEndpoints.nearest, {
    query: { channels: state.channels.join(','), from: fromMs, to: toMs },
  })
  const length = toMs - fromMs
  const { beforeMs, afterMs } = (isPlaceholderData ? undefined : data) ?? { beforeMs: null, afterMs: null }
  const isNone = data !== undefined && beforeMs === null && afterMs === null
  return (
    <div className={styles.nearest}>
      <EmptyState
        title="该时段无数据"
        hint={isNone ? '这些通道还没有数据，请检查设备是否在线' : '请换一个时间范围，或检查设备当时是否在线'}
      />
      <span>
        {beforeMs !== null && (
          <Button type="link" onClick={() => view.chooseCustom({ fromMs: beforeMs - length, toMs: beforeMs })}>
            之前最近：{formatShortTime(beforeMs)}
          </Button>
        )}
        {afterMs !== null && (
          <Button
            type="link"
            // A label is the end of its hour, so the range begins an hour earlier.
            onClick={() => view.chooseCustom({ fromMs: afterMs - HOUR_MS, toMs: afterMs - HOUR_MS + length })}
          >
            之后最近：{formatShortTime(afterMs)}
          </Button>
        )}
      </span>
    </div>
  )
}
