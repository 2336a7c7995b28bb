import { DEVICE_KIND, DEVICE_STATUS, type Severity } from '@natim/contract/dict'
import { keysOf } from '@natim/domain/record'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import type { MapItem, MapRegion } from './map-item.ts'
import { NetworkMap } from './network-map.tsx'

const byStatus = (online: number, offline: number) => ({
  online,
  offline,
  fault: 0,
  maintenance: 0,
  inactive: 0,
  retired: 0,
})

const cluster = (lng: number, lat: number, count: number, severity?: Severity): MapItem => ({
  type: 'cluster',
  lng,
  lat,
  count,
  byStatus: byStatus(count - 1, 1),
  ...(severity !== undefined && { severity }),
})

const KINDS = keysOf(DEVICE_KIND)

/** Points of every status and level around Nanjing, clusters elsewhere. */
const ITEMS: readonly MapItem[] = [
  cluster(116.4, 39.9, 105, 4),
  cluster(118.1, 36.8, 58, 1),
  cluster(110.9, 21.6, 54, 2),
  cluster(114.1, 22.9, 89, 3),
  cluster(104.1, 30.7, 88),
  cluster(87.6, 43.8, 20),
  cluster(76, 39.5, 9, 4),
  cluster(91.1, 29.7, 8),
  cluster(126.6, 45.8, 48),
  cluster(120.2, 30.3, 1_284),
  ...keysOf(DEVICE_STATUS).map(
    (status, index): MapItem => ({
      type: 'device',
      id: `status ${status}`,
      name: `${DEVICE_STATUS[status]} ${index + 1}#`,
      kind: KINDS[index] ?? 'air',
      status,
      stationId: null,
      lng: 117.6 + index * 0.9,
      lat: 33.4,
    }),
  ),
  ...([1, 2, 3, 4, 5] as const).map(
    (severity): MapItem => ({
      type: 'device',
      id: `alarm ${severity}`,
      name: `报警 ${severity}#`,
      kind: 'gas',
      status: 'online',
      stationId: null,
      lng: 107 + severity * 1.4,
      lat: 34.6,
      severity,
    }),
  ),
]

function Sample({ height = 520 }: { height?: number }) {
  const [region, setRegion] = useState<MapRegion | null>(null)
  const [selected, setSelected] = useState<{ lng: number; lat: number } | null>({ lng: 108.4, lat: 34.6 })
  return (
    <div style={{ height }}>
      <NetworkMap
        items={ITEMS}
        selected={selected}
        region={region?.adcode ?? null}
        onPick={setSelected}
        onDrill={setRegion}
      />
    </div>
  )
}

/** 10 000 points across the country: panning must stay smooth (domain §10.2). */
const MANY: readonly MapItem[] = Array.from({ length: 10_000 }, (_, index) => ({
  type: 'device' as const,
  id: String(index),
  name: `${index}#`,
  kind: KINDS[index % KINDS.length] ?? 'air',
  status: keysOf(DEVICE_STATUS)[index % 4] ?? 'online',
  stationId: null,
  lng: 98 + ((index * 7_919) % 2_400) / 100,
  lat: 23 + ((index * 104_729) % 1_900) / 100,
}))

/** One device of each kind around Nanjing. */
const NEAR: readonly MapItem[] = KINDS.map((kind, index) => ({
  type: 'device',
  id: kind,
  name: `江北 ${index + 1}# ${DEVICE_KIND[kind]}`,
  kind,
  status: keysOf(DEVICE_STATUS)[index % 4] ?? 'online',
  stationId: null,
  lng: 118.5 + (index % 3) * 0.2,
  lat: 32.2 - Math.floor(index / 3) * 0.08,
  ...(index === 4 && { severity: 2 }),
}))

export const gallery: GalleryEntry = {
  title: '地图',
  note: '双击省份下钻；形状说明状态，环色说明级别',
  states: [
    { name: '聚合、状态灯、报警、选中', span: 24, render: () => <Sample /> },
    {
      name: '一万个点',
      span: 12,
      render: () => (
        <div style={{ height: 360 }}>
          <NetworkMap items={MANY} hasLegend={false} />
        </div>
      ),
    },
    {
      name: '近看：类型与名称',
      span: 12,
      render: () => (
        <div style={{ height: 360 }}>
          <NetworkMap items={NEAR} start={{ lng: 118.76, lat: 32.05, zoom: 10.2 }} hasLegend={false} />
        </div>
      ),
    },
    {
      name: '没有设备',
      span: 12,
      render: () => (
        <div style={{ height: 360 }}>
          <NetworkMap items={[]} />
        </div>
      ),
    },
  ],
}
