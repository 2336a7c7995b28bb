import { type DeviceOverview, type DeviceTrack, deviceEndpoints, TRACK_PLACES } from '@natim/contract/mon/device'
import { formatClock, formatNumber } from '@natim/domain/format'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { trackLengthM } from '@natim/domain/track'
import { Slider } from 'antd'
import { useMemo, useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { useWidth } from '@/lib/use-width.ts'
import { useLastGood } from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { StatRow } from '@/ui/stat-block.tsx'
import { TrackPlot } from '@/ui/track-plot.tsx'
import historyStyles from '@/widgets/history/history.module.css'
import { fullRangeText } from '@/widgets/history/history-text.ts'
import { RangeControls } from '@/widgets/history/range-controls.tsx'
import { useHistoryView } from '@/widgets/history/use-history-view.ts'
import { trackCsv } from './track-csv.ts'
import styles from './track-tab.module.css'

/** Used until the element is measured. */
const USUAL_WIDTH_PX = 320

/** 轨迹: positions reported by the device. */
export function TrackTab({ overview }: { readonly overview: DeviceOverview }) {
  const { id, clientId } = overview.device
  const view = useHistoryView()
  const isPhone = useIsPhone()
  const { fromMs, toMs } = view.range
  const { data, error, retry, isFetching, atMs } = useLastGood(
    useEndpoint(deviceEndpoints.track, { params: { id }, query: { fromMs, toMs } }),
  )
  const save = () =>
    data && saveFile(`${clientId} 轨迹.csv`, new Blob([trackCsv(data, view.range)], { type: 'text/csv;charset=utf-8' }))
  const controls = <RangeControls view={view} onExport={data && data.total > 0 ? save : undefined} />
  return (
    <Panel
      title="轨迹"
      meta={`WGS-84 · ${fullRangeText(view.range)}`}
      actions={isPhone ? undefined : controls}
      isReloading={isFetching && data !== undefined}
      error={error && { message: `加载失败：${error.message}`, requestId: error.requestId, onRetry: retry }}
      dataAsOf={error && data ? formatClock(atMs) : undefined}
    >
      {isPhone && <div className={historyStyles.phoneControls}>{controls}</div>}
      {data && data.total > 0 && <Track key={`${fromMs} ${toMs} ${data.total}`} track={data} />}
      {data?.total === 0 && (
        <EmptyState title="这段时间没有位置" hint="换一个时间范围，或等设备随数据上报位置（pos）" />
      )}
      {!data && !error && <BlockSkeleton height={420} />}
    </Panel>
  )
}

function Track({ track }: { readonly track: DeviceTrack }) {
  const places = useMemo(
    () => track.tsMs.map((tsMs, i) => ({ tsMs, lng: track.lng[i] ?? 0, lat: track.lat[i] ?? 0 })),
    [track],
  )
  const [ref, widthPx = USUAL_WIDTH_PX] = useWidth<HTMLDivElement>()
  const last = places.length - 1
  const [selected, setSelected] = useState(last)
  const place = places[selected]
  const alt = track.alt[selected] ?? null
  const lengthM = trackLengthM(places)
  const isThinned = track.total > places.length
  return (
    <div className={styles.track} ref={ref}>
      <TrackPlot
        label={`${places.length} 个位置的轨迹，起点空心，终点实心`}
        places={places}
        holeMs={HOUR_MS}
        selected={selected}
        widthPx={widthPx}
      />
      <Slider
        min={0}
        max={last}
        value={selected}
        onChange={setSelected}
        disabled={last === 0}
        ariaLabelForHandle="时刻"
        tooltip={{ formatter: (index = 0) => formatGmt8(places[index]?.tsMs ?? 0) }}
      />
      {place && (
        <StatRow
          stats={[
            { label: '时间', value: formatGmt8(place.tsMs) },
            { label: '经度', value: place.lng.toFixed(6), unit: '°' },
            { label: '纬度', value: place.lat.toFixed(6), unit: '°' },
            ...(alt === null ? [] : [{ label: '海拔', value: formatNumber(alt, 0), unit: 'm' }]),
            { label: '位置数', value: formatNumber(track.total) },
            { label: isThinned ? '路程（约）' : '路程', value: formatNumber(lengthM / 1_000, 2), unit: 'km' },
          ]}
        />
      )}
      {isThinned && (
        <p className="t-caption">
          位置超过 {formatNumber(TRACK_PLACES)} 个，图中和导出均匀抽取 {formatNumber(places.length)}{' '}
          个；缩短时间范围可看到全部。
        </p>
      )}
    </div>
  )
}
