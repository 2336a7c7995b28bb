import type { DeviceKind } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { formatClock, formatNumber } from '@natim/domain/format'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLiveTopic } from '../../lib/socket/live.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './stream-tab.module.css'

const KEPT_LINES = 200
const RATE_WINDOW_MS = 10_000

interface Line {
  readonly id: number
  readonly text: readonly [time: string, device: string, metric: string, value: string]
}

export interface StreamTabProps {
  readonly kind: DeviceKind
  readonly rows: readonly MatrixRow[]
  readonly columns: readonly MatrixColumn[]
  readonly keyword: string
  readonly isPaused: boolean
}

/** 数据流: points as they arrive, newest first, for users who connect devices. */
export function StreamTab({ kind, rows, columns, keyword, isPaused }: StreamTabProps) {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [rate, setRate] = useState(0)
  const serial = useRef(0)
  const arrivals = useRef<{ atMs: number; count: number }[]>([])
  const names = useMemo(() => channelNames(rows, columns), [rows, columns])
  const wanted = keyword.trim().toLowerCase()

  useLiveTopic(isPaused ? undefined : { topic: 'kind', kind, maxHz: 2 }, (message) => {
    if (message.t !== 'ch') return
    arrivals.current.push({ atMs: Date.now(), count: message.d.length })
    const fresh = message.d.flatMap(([channelNo, ts, value]): Line[] => {
      const channel = names.get(channelNo)
      if (channel === undefined || !channel.search.includes(wanted)) return []
      serial.current += 1
      const text = [
        formatClock(ts),
        channel.device,
        channel.metric,
        `${formatNumber(value, channel.precision)} ${channel.unit}`,
      ] as const
      return [{ id: serial.current, text }]
    })
    if (fresh.length > 0) setLines((kept) => [...fresh.toReversed(), ...kept].slice(0, KEPT_LINES))
  })

  useEffect(() => {
    if (isPaused) return
    const timer = window.setInterval(() => {
      const sinceMs = Date.now() - RATE_WINDOW_MS
      arrivals.current = arrivals.current.filter(({ atMs }) => atMs >= sinceMs)
      setRate(arrivals.current.reduce((sum, { count }) => sum + count, 0) / (RATE_WINDOW_MS / 1_000))
    }, 1_000)
    return () => window.clearInterval(timer)
  }, [isPaused])

  return (
    <div className={styles.stream}>
      <p className="t-caption" role="status">
        {isPaused ? '已暂停' : `约 ${formatNumber(rate, 1)} 点/秒`} · 保留最近 {KEPT_LINES} 点 · 每通道每 0.5 秒至多一点
      </p>
      {lines.length === 0 ? (
        <EmptyState title="等待数据" hint="设备上报后立即出现" />
      ) : (
        <ol className={styles.lines}>
          {lines.map(({ id, text: [time, device, metric, value] }) => (
            <li key={id}>
              <time>{time}</time>
              <span className="ellipsis">{device}</span>
              <span className="ellipsis">{metric}</span>
              <span>{value}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function channelNames(rows: readonly MatrixRow[], columns: readonly MatrixColumn[]) {
  const byMetric = new Map(columns.map((column) => [column.metricCode, column]))
  return new Map(
    rows.flatMap((row) =>
      row.cells.map((cell) => {
        const column = byMetric.get(cell.metricCode)
        const metric = column?.name ?? cell.metricCode
        const search = `${row.name} ${row.clientId} ${metric}`.toLowerCase()
        return [
          cell.channelNo,
          { device: row.name, metric, unit: column?.unit ?? '', precision: column?.precision ?? 2, search },
        ] as const
      }),
    ),
  )
}
