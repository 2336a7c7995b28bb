import type { NbcHazard } from '@natim/contract/mon/nbc-event'
import styles from './event.module.css'

const SIZE = 320
const HALF = SIZE / 2
const KM_PER_DEGREE = 111.195

interface HazardDrawingProps {
  readonly hazard: NbcHazard
  readonly lng: number
  readonly lat: number
}

/** The hazard area around its source, north up, with rings at round kilometres; for orientation only. */
export function HazardDrawing({ hazard: { area, wind, text }, lng, lat }: HazardDrawingProps) {
  const place = (corner: { readonly lng: number; readonly lat: number }) => ({
    eastKm: (corner.lng - lng) * KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180),
    northKm: (corner.lat - lat) * KM_PER_DEGREE,
  })
  const corners = area?.corners.map(place) ?? []
  const reachKm = Math.max(1, ...corners.map(({ eastKm, northKm }) => Math.hypot(eastKm, northKm))) * 1.1
  const px = (km: number) => (km / reachKm) * (HALF - 8)
  const path = corners.map(({ eastKm, northKm }) => `${HALF + px(eastKm)},${HALF - px(northKm)}`).join(' ')
  const rings = ringsFor(reachKm)
  return (
    <svg className={styles.hazard} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`危害区示意：${text}`}>
      {rings.map((km) => (
        <g key={km}>
          <circle className={styles.ring} cx={HALF} cy={HALF} r={px(km)} />
          <text className={styles.ringText} x={HALF + 3} y={HALF - px(km) + 12}>
            {km} km
          </text>
        </g>
      ))}
      {path && <polygon className={styles.area} points={path} />}
      <path className={styles.source} d={`M${HALF - 6} ${HALF}H${HALF + 6}M${HALF} ${HALF - 6}V${HALF + 6}`} />
      <text className={styles.ringText} x={HALF - 4} y={12}>
        北
      </text>
      {wind && (
        <g transform={`translate(28 ${SIZE - 30}) rotate(${wind.fromDeg + 180})`}>
          <path className={styles.wind} d="M0 14V-14M-5 -7L0 -14L5 -7" />
        </g>
      )}
      {wind && (
        <text className={styles.ringText} x={48} y={SIZE - 24}>
          风 {wind.speedMs.toFixed(1)} m/s
        </text>
      )}
    </svg>
  )
}

/** Two or three round distances. */
function ringsFor(reachKm: number): number[] {
  const step = [0.5, 1, 2, 5, 10, 20].find((candidate) => reachKm / candidate <= 3.5) ?? 25
  return Array.from({ length: Math.floor(reachKm / step) }, (_, index) => step * (index + 1))
}
