import { bboxOf, type SatArea } from '@natim/domain/sat-area'
import type { MapLibreMap } from 'maplibre-gl'
import { type ReactNode, useEffect, useState } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'
import { useTheme } from '@/theme/theme-provider.tsx'
import { MapGround } from '@/ui/outline/map-outline.tsx'
import type { Drawing } from '@/widgets/map/drawing.ts'
import { useDrawing } from '@/widgets/map/use-drawing.ts'
import { setSourceData } from '@/widgets/map/use-map.ts'
import { letterOf } from '../sat-text.ts'
import { Letter } from './letter.tsx'
import { type Badge, MapBadges } from './map-badges.tsx'
import { addSatLayers, type DrawnPass, SAT_SOURCE, satFeatures, styleOf } from './sat-layers.ts'
import styles from './sat-map.module.css'
import { useTrackPlay } from './use-track-play.ts'

const NetworkMap = lazyComponent(
  async () => (await import('../../../widgets/map/network-map.tsx')).NetworkMap,
  () => <MapGround />,
)

const PADDING = { top: 56, right: 56, bottom: 24, left: 24 }
/** Swaths are wider than most areas; share of the view left around the area. */
const FIT_SHARE = 0.36
const NO_DRAWING = () => undefined

export interface SatMapProps {
  readonly area: SatArea | undefined
  readonly passes: readonly DrawnPass[]
  /** The pass highlighted by its table row. */
  readonly active?: DrawnPass | undefined
  readonly drawing?: Drawing | undefined
  readonly onDrawing?: (drawing: Drawing | undefined) => void
  /** Where the outline crosses itself, if it does. */
  readonly crossing?: { readonly lng: number; readonly lat: number } | null
  readonly tools?: ReactNode
}

/** Area, swaths and ground track of a task (design 38). */
export function SatMap({ area, passes, active, drawing, onDrawing, crossing, tools }: SatMapProps) {
  const { tokens } = useTheme()
  const [map, setMap] = useState<MapLibreMap>()
  useDrawing(map, drawing, onDrawing ?? NO_DRAWING)
  useEffect(() => {
    if (!map) return
    addSatLayers(map, tokens)
    setSourceData(map, SAT_SOURCE, satFeatures(area, passes, active))
  }, [map, tokens, area, passes, active])
  useFit(map, area)
  const play = useTrackPlay(active?.pass)
  const badges: Badge[] = passes
    .filter(({ rank }) => rank > 0)
    .map(({ pass, rank }) => ({
      key: `letter-${rank}`,
      ...edgePlace(pass.footprint, rank),
      content: <Letter rank={rank} />,
    }))
  if (play.place)
    badges.push({
      key: 'satellite',
      ...play.place,
      content: <span className={styles.satellite} title={active?.pass.satCode} />,
    })
  if (crossing) badges.push({ key: 'crossing', ...crossing, content: <span className={styles.crossing}>自相交</span> })
  return (
    <div className={styles.host}>
      <NetworkMap
        items={NOTHING}
        padding={PADDING}
        hasLegend={false}
        isDrawing={drawing !== undefined}
        onMap={setMap}
      />
      <div className={styles.badges}>
        <MapBadges map={map} badges={badges} />
      </div>
      {tools && <div className={styles.tools}>{tools}</div>}
      <Legend passes={passes} hasArea={area !== undefined} />
      {active && (
        <button type="button" className={styles.play} aria-pressed={play.isPlaying} onClick={play.toggle}>
          {play.isPlaying ? '停止' : '播放轨迹'}
        </button>
      )}
    </div>
  )
}

const NOTHING: readonly never[] = []

/** On the outer edge of a strip, away from the other letters. */
function edgePlace(footprint: readonly (readonly [number, number])[], rank: number) {
  const side = Math.floor((footprint.length - 1) / 2)
  const at = Math.min(side - 1, Math.max(0, Math.floor((side * (1 + (rank % 3))) / 4)))
  const [lng = 0, lat = 0] = footprint[at] ?? []
  return { lng, lat }
}

/** Fits the view when the area changes. */
function useFit(map: MapLibreMap | undefined, area: SatArea | undefined) {
  const box = area === undefined ? '' : bboxOf(area).join(',')
  useEffect(() => {
    if (!map || box === '') return
    const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(Number)
    const { clientWidth, clientHeight } = map.getContainer()
    const padding = Math.round(Math.min(clientWidth, clientHeight) * FIT_SHARE)
    map.fitBounds([west, south, east, north], { padding, duration: 0, maxZoom: 9 })
  }, [map, box])
}

function Legend({ passes, hasArea }: { readonly passes: readonly DrawnPass[]; readonly hasArea: boolean }) {
  const ranked = passes.filter(({ rank }) => rank > 0).toSorted((a, b) => a.rank - b.rank)
  if (ranked.length === 0) return null
  return (
    <ul className={styles.legend} aria-label="图例">
      {ranked.map(({ pass, rank }) => (
        <li key={rank}>
          <span className={styles.stroke} data-style={styleOf(rank)} aria-hidden />
          {letterOf(rank)} · {pass.satCode} 幅宽 {pass.swathKm} km
        </li>
      ))}
      {hasArea && (
        <li>
          <span className={styles.stroke} data-style="area" aria-hidden />
          任务区
        </li>
      )}
    </ul>
  )
}
