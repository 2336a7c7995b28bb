import type { AlarmRow, AlarmSurroundings } from '@natim/contract/mon/alarm'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './surroundings.module.css'

const WIDTH = 148
const HEIGHT = 112
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
/** Half the extent of the shorter side of the drawing, km. */
const REACH_KM = 5
const PX_PER_KM = (HEIGHT / 2 - 8) / REACH_KM
const KM_PER_DEGREE = 111.32
/** Half of the downwind sector, degrees: a plume seldom leaves it within a few kilometres. */
const HALF_SECTOR = 22.5

const toRad = (deg: number) => (deg * Math.PI) / 180
/** Offset of a point at a distance in px in a direction, degrees from north. */
const towards = (deg: number, px: number) => ({
  x: CENTRE.x + Math.sin(toRad(deg)) * px,
  y: CENTRE.y - Math.cos(toRad(deg)) * px,
})

export interface NeighbourMapProps {
  readonly around: AlarmSurroundings
  readonly severity: AlarmRow['severity']
}

/** Neighbour devices, wind direction and downwind sector; north is up. */
export function NeighbourMap({ around, severity }: NeighbourMapProps) {
  const { neighbours, wind, lng, lat } = around
  if (lng === null || lat === null) return null
  const place = (neighbour: { readonly lng: number; readonly lat: number }) => ({
    x: CENTRE.x + (neighbour.lng - lng) * KM_PER_DEGREE * Math.cos(toRad(lat)) * PX_PER_KM,
    y: CENTRE.y - (neighbour.lat - lat) * KM_PER_DEGREE * PX_PER_KM,
  })
  return (
    <svg className={styles.map} width={WIDTH} height={HEIGHT} role="img" aria-label={`邻站位置，半径 ${REACH_KM} km`}>
      <circle className={styles.ring} cx={CENTRE.x} cy={CENTRE.y} r={REACH_KM * PX_PER_KM} />
      {wind && <Wind fromDeg={wind.fromDeg} />}
      {neighbours.map((neighbour) => {
        const { x, y } = place(neighbour)
        return (
          <circle
            key={neighbour.deviceId}
            className={styles.neighbour}
            data-silent={neighbour.value === null || undefined}
            cx={x}
            cy={y}
            r={4}
          >
            <title>{neighbour.name}</title>
          </circle>
        )
      })}
      <g transform={`translate(${CENTRE.x - 8} ${CENTRE.y - 8})`}>
        <SeverityGlyph level={severity} size={16} isDecorative />
      </g>
    </svg>
  )
}

function Wind({ fromDeg }: { readonly fromDeg: number }) {
  const edge = REACH_KM * PX_PER_KM
  const down = fromDeg + 180
  const [a, b] = [towards(down - HALF_SECTOR, edge), towards(down + HALF_SECTOR, edge)]
  return (
    <>
      <path
        className={styles.sector}
        d={`M${CENTRE.x} ${CENTRE.y}L${a.x} ${a.y}A${edge} ${edge} 0 0 1 ${b.x} ${b.y}Z`}
      />
      <g transform={`translate(18 18) rotate(${down})`}>
        <path className={styles.wind} d="M0 9V-9M-4 -4L0 -9L4 -4" />
      </g>
    </>
  )
}
