import type { DeviceStatus } from '@natim/contract/dict'
import { NBC_READINESS } from '@natim/contract/dict'
import { type nbcEndpoints as Endpoints, nbcEndpoints } from '@natim/contract/mon/nbc'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { gatherDevices } from '@/widgets/map/gather.ts'
import type { Bbox, MapPointItem } from '@/widgets/map/map-item.ts'
import { dataPath } from '../nbc-text.ts'
import styles from './equipment.module.css'

// MapLibre is loaded with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('@/widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

type Place = z.output<typeof Endpoints.summary.result>['places'][number]

const CHINA: { readonly bbox: Bbox; readonly zoom: number } = { bbox: [73, 3, 136, 54], zoom: 3 }
/** Reuses the status lamps: shape and colour show the readiness. */
const LAMP: Readonly<Record<Place['readiness'], DeviceStatus>> = {
  ready: 'online',
  limited: 'maintenance',
  unusable: 'fault',
}
const toPoint = ({ readiness, text: _text, isOverdue: _due, ...place }: Place): MapPointItem => ({
  type: 'device',
  ...place,
  status: LAMP[readiness],
  stationId: null,
})

/** Equipment by readiness; overdue items also as a list for keyboard and screen reader users. */
export function EquipmentMap() {
  const { data, error, refetch } = useEndpoint(nbcEndpoints.summary, {})
  const [view, setView] = useState(CHINA)
  const [picked, setPicked] = useState<string>()
  const points = useMemo(() => (data?.places ?? []).map(toPoint), [data])
  const items = useMemo(() => gatherDevices(points, view.bbox, view.zoom), [points, view])
  if (!data && error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  const shown = data?.places.find(({ id }) => id === picked)
  const overdue = data?.places.filter(({ isOverdue }) => isOverdue)
  return (
    <div className={styles.map}>
      <div className={styles.mapHost}>
        <NetworkMap
          items={items}
          selected={shown ? { lng: shown.lng, lat: shown.lat } : null}
          selectedId={picked}
          hasLegend={false}
          onViewChange={(bbox: Bbox, zoom: number) => setView({ bbox, zoom })}
          onPick={(point: MapPointItem) => setPicked(point.id)}
        />
        <ul className={styles.legend} aria-label="图例">
          {Object.entries(NBC_READINESS).map(([key, label]) => (
            <li key={key}>
              <span aria-hidden>
                <StatusLamp status={LAMP[key as Place['readiness']]} />
              </span>{' '}
              {label}
            </li>
          ))}
        </ul>
      </div>
      <Panel title={shown ? shown.name : '逾期装备'} meta={shown || !overdue ? '' : `${overdue.length} 台`} isFlush>
        {shown ? (
          <div className={styles.picked}>
            <p>
              {NBC_READINESS[shown.readiness]}
              {shown.text && `：${shown.text}`}
            </p>
            <Link to={dataPath(shown.kind, shown.id)}>查看数据</Link>
          </div>
        ) : overdue === undefined ? (
          <TableSkeleton rows={4} columns={1} />
        ) : overdue.length === 0 ? (
          <EmptyState title="没有逾期的装备" />
        ) : (
          <ul className={styles.overdueList}>
            {overdue.map((place) => (
              <li key={place.id}>
                <button type="button" onClick={() => setPicked(place.id)}>
                  {place.name} <span className={styles.overdue}>{place.text}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
