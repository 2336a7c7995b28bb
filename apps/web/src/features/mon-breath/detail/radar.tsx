import styles from '../breath.module.css'
import type { MarkProps, PanelRow } from './panel-rows.ts'

const SIZE = 352
const CENTRE = SIZE / 2
const OUTER = 1.8
const RADIUS = 108
const LABEL_RADIUS = 132
const RINGS = [0.6, 1.2, OUTER]

interface Point {
  readonly x: number
  readonly y: number
}

const at = (index: number, count: number, ratio: number): Point => {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2
  const radius = (Math.min(ratio, OUTER) / OUTER) * RADIUS
  return { x: CENTRE + radius * Math.cos(angle), y: CENTRE + radius * Math.sin(angle) }
}
/** Position of a label outside the outer ring. */
const labelPoint = (index: number, count: number): Point => {
  const { x, y } = at(index, count, OUTER)
  const stretch = LABEL_RADIUS / RADIUS
  return { x: CENTRE + (x - CENTRE) * stretch, y: CENTRE + (y - CENTRE) * stretch }
}
const path = (points: readonly Point[]) =>
  `${points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}Z`

/** Each axis is the net value over the upper edge of the band: dashed ring 1.0, outer ring 1.8. */
export function Radar({ rows, marked, onMark }: MarkProps & { readonly rows: readonly PanelRow[] }) {
  const shown = rows.filter(({ reading }) => reading)
  const count = shown.length
  if (count < 3) return <p className={styles.radarNote}>无参考带，不画雷达图</p>
  const ring = (ratio: number) => path(shown.map((_, index) => at(index, count, ratio)))
  const words = shown.map(({ name, reading }) => `${name} ${reading?.ratio ?? ''}`).join('，')
  return (
    <figure className={styles.radar}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`净值与参考上界之比：${words}`}>
        {RINGS.map((ratio) => (
          <path key={ratio} d={ring(ratio)} className={styles.ring} />
        ))}
        <path d={ring(1)} className={styles.bandRing} />
        <path
          d={path(shown.map(({ reading }, index) => at(index, count, reading?.ratio ?? 0)))}
          className={styles.shape}
        />
        {shown.map(({ code, name, reading }, index) => {
          const { x, y } = at(index, count, reading?.ratio ?? 0)
          const label = labelPoint(index, count)
          const isOut = reading?.side === 'high'
          return (
            <g
              key={code}
              data-marked={code === marked || undefined}
              onPointerEnter={() => onMark(code)}
              onPointerLeave={() => onMark(undefined)}
            >
              {isOut ? (
                <path d={`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`} className={styles.out} />
              ) : (
                <circle cx={x} cy={y} r={4} className={styles.in} />
              )}
              <text
                x={label.x}
                y={label.y + 4}
                data-out={isOut || undefined}
                textAnchor={Math.abs(label.x - CENTRE) < 12 ? 'middle' : label.x > CENTRE ? 'start' : 'end'}
              >
                {name}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption>轴 = 净值 ÷ 参考上界；虚线 = 1.0，外圈 = 1.8</figcaption>
    </figure>
  )
}
