import { CITIES, PROVINCES, regionName } from '@natim/domain/regions'
import { Button, InputNumber, Select } from 'antd'
import type { MapLibreMap } from 'maplibre-gl'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import { beginDrawing, pointAt } from '../map/drawing.ts'
import type { MapPlace } from '../map/map-item.ts'
import { boundsOfRegion, type PlaceRegion, regionAt } from '../map/region-at.ts'
import { useDrawing } from '../map/use-drawing.ts'
import { nudged, rounded } from './nudge.ts'
import styles from './place-picker.module.css'

// MapLibre is the heaviest part of the console, so it is loaded with the first map only.
const NetworkMap = lazyComponent(
  async () => (await import('../map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

export interface PlacePickerProps {
  readonly isOpen: boolean
  /** Form values; the map starts there when complete. */
  readonly value: Partial<MapPlace>
  readonly onPick: (place: MapPlace) => void
  readonly onClose: () => void
}

const WIDTH = 880
const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }
/** A town fills the map. */
const NEAR_ZOOM = 10
const FIT_PADDING_PX = 32
const DECIMALS = 5
const CANVAS_LABEL = '选点地图，方向键移动选点，按住 Shift 移动得更远，加减键缩放'

const startOf = ({ lng, lat }: Partial<MapPlace>) =>
  lng === undefined || lat === undefined ? undefined : { lng, lat, zoom: NEAR_ZOOM }

/**
 * Picks a place by click, drag, typing or keys; nothing is applied before 确定. Use a new key for each opening, so that
 * a cancelled draft is not kept.
 */
export function PlacePicker({ isOpen, value, onPick, onClose }: PlacePickerProps) {
  const [draft, setDraft] = useState(value)
  const [map, setMap] = useState<MapLibreMap>()
  const [start] = useState(() => startOf(value))
  const { lng, lat } = draft
  const place = useMemo(() => (lng !== undefined && lat !== undefined ? { lng, lat } : undefined), [lng, lat])
  const region = useRegionAt(place)
  const drawing = useMemo(() => (place ? pointAt(place) : beginDrawing('point')), [place])
  const move = (to: MapPlace) => setDraft(rounded(to))
  // Esc is left to the dialog.
  useDrawing(map, drawing, (next) => next?.points[0] && move(next.points[0]))

  const moveByKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!map || event.target !== map.getCanvas()) return
    const next = nudged(map, place, event)
    if (!next) return
    // Otherwise the map would move too.
    event.preventDefault()
    event.stopPropagation()
    move(next)
  }
  return (
    <Dialog
      open={isOpen}
      destroyOnHidden
      title="在地图上选点"
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !place }}
      onOk={() => place && onPick(place)}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        <RegionSearch map={map} />
        <DegreeInput label="选点经度" value={lng} max={180} onChange={(next) => setDraft({ ...draft, lng: next })} />
        <DegreeInput label="选点纬度" value={lat} max={90} onChange={(next) => setDraft({ ...draft, lat: next })} />
        <Button disabled={!place || !map} onClick={() => place && map?.easeTo({ center: [place.lng, place.lat] })}>
          回到选点
        </Button>
      </div>
      <div className={styles.map} onKeyDownCapture={moveByKey}>
        <NetworkMap
          items={[]}
          {...(start && { start })}
          region={region?.province ?? null}
          keepsView
          selected={place ?? null}
          padding={PADDING}
          hasLegend={false}
          isDrawing
          canvasLabel={CANVAS_LABEL}
          onMap={setMap}
        />
      </div>
      <p className={styles.status} role="status">
        {place ? `${placeText(place)}${region ? `，${region.name}` : ''}` : '点击地图选点，拖动圆点可微调'}
      </p>
    </Dialog>
  )
}

const placeText = ({ lng, lat }: MapPlace): string =>
  `${lng < 0 ? '西经' : '东经'} ${Math.abs(lng).toFixed(DECIMALS)}°，${lat < 0 ? '南纬' : '北纬'} ${Math.abs(lat).toFixed(DECIMALS)}°`

/** Region of a place; the previous one is kept until the new one is known. */
function useRegionAt(place: MapPlace | undefined): PlaceRegion | undefined {
  const [region, setRegion] = useState<PlaceRegion>()
  const { lng, lat } = place ?? {}
  useEffect(() => {
    if (lng === undefined || lat === undefined) return
    let isGone = false
    regionAt({ lng, lat }).then(
      (found) => !isGone && setRegion(found),
      // The map reports the failure itself.
      () => !isGone && setRegion(undefined),
    )
    return () => {
      isGone = true
    }
  }, [lng, lat])
  return place && region
}

/** A municipality is also a city of the same name. */
const REGIONS = [...new Map([...CITIES, ...PROVINCES].map(({ code }) => [regionName(code), code]))]
  .map(([label, value]) => ({ value, label }))
  .sort((a, b) => a.value.localeCompare(b.value))

/** Brings a province or city into view; the point stays. */
function RegionSearch({ map }: { readonly map: MapLibreMap | undefined }) {
  const show = async (code: string) => {
    const bounds = await boundsOfRegion(code).catch(() => undefined)
    if (!bounds) return
    const [west, south, east, north] = bounds
    map?.fitBounds([west, south, east, north], { padding: FIT_PADDING_PX, duration: 0 })
  }
  return (
    <Select<string>
      aria-label="定位到区域"
      placeholder="定位到区域，如 苏州"
      options={REGIONS}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={!map}
      onChange={(code) => void show(code)}
    />
  )
}

interface DegreeInputProps {
  readonly label: string
  readonly value: number | undefined
  /** Maximum absolute degrees. */
  readonly max: number
  readonly onChange: (value: number | undefined) => void
}

const DegreeInput = ({ label, value, max, onChange }: DegreeInputProps) => (
  <InputNumber
    aria-label={label}
    placeholder={label}
    value={value ?? null}
    min={-max}
    max={max}
    controls={false}
    suffix="°"
    onChange={(next) => onChange(next ?? undefined)}
  />
)
