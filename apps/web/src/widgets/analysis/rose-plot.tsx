import { type Rose, SECTOR_NAMES, SECTORS } from '@natim/domain/analysis/rose'
import { formatShare } from '@natim/domain/format'
import { useTheme } from '@/theme/theme-provider.tsx'
import styles from './analysis.module.css'
import { classColours } from './class-colours.ts'

const SIZE = 320
const CENTRE = SIZE / 2
const RADIUS = 118
const HOLE = 26
const RINGS = 3
/** Drawn share of a sector; the rest is the space between sectors. */
const SECTOR_SHARE = 0.82
/** Every second sector is labelled: 北, 东, 南, 西 and those between. */
const NAMED_EVERY = 2

interface RosePlotProps {
  readonly rose: Rose
  /** Names of the classes, lowest first. */
  readonly classNames: readonly string[]
  readonly unit: string
  readonly label: string
}

/** Sectors stacked by class, the calm share in the centre, rings at round percentages (design 24). */
export function RosePlot({ rose, classNames, unit, label }: RosePlotProps) {
  const { tokens } = useTheme()
  const colours = classColours(classNames.length, tokens)
  const totals = rose.sectors.map((shares) => shares.reduce((sum, share) => sum + share, 0))
  const ring = ringStep(Math.max(...totals))
  const radiusOf = (share: number) => HOLE + (share / (ring * RINGS)) * (RADIUS - HOLE)
  return (
    <div className={styles.rose}>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={`${label}：${describe(rose, totals)}`}>
        {Array.from({ length: RINGS }, (_, i) => (i + 1) * ring).map((share) => (
          <g key={share}>
            <circle cx={CENTRE} cy={CENTRE} r={radiusOf(share)} className={styles.ring} />
            <text x={CENTRE + radiusOf(share) * Math.sin(1.2)} y={CENTRE - radiusOf(share) * Math.cos(1.2)}>
              {Math.round(share * 100)}
            </text>
          </g>
        ))}
        {rose.sectors.flatMap((shares, sector) => {
          let inner = 0
          return shares.map((share, at) => {
            const from = radiusOf(inner)
            inner += share
            return (
              share > 0 && (
                <path key={`${sector} ${at}`} d={sectorPath(sector, from, radiusOf(inner))} fill={colours[at]}>
                  <title>{`${SECTOR_NAMES[sector]} ${classNames[at]} ${formatShare(share)}`}</title>
                </path>
              )
            )
          })
        })}
        {SECTOR_NAMES.map(
          (name, sector) =>
            sector % NAMED_EVERY === 0 && (
              <text key={name} {...placeOf(sector, RADIUS + 18)} className={styles.sectorName}>
                {name}
              </text>
            ),
        )}
        <text x={CENTRE} y={CENTRE - 3} className={styles.sectorName}>
          静风
        </text>
        <text x={CENTRE} y={CENTRE + 13} className={styles.calm}>
          {(rose.calm * 100).toFixed(1)}
        </text>
      </svg>
      <Shares rose={rose} classNames={classNames} colours={colours} unit={unit} />
    </div>
  )
}

interface SharesProps extends Omit<RosePlotProps, 'label'> {
  readonly colours: readonly string[]
}

/** Legend: the colour of each class, and its share of all hours. */
function Shares({ rose, classNames, colours, unit }: SharesProps) {
  return (
    <ul className={styles.legend} aria-label={`${unit} 占比`}>
      {classNames
        .map((name, at) => ({ name, at }))
        .toReversed()
        .map(({ name, at }) => (
          <li key={name}>
            <i style={{ background: colours[at] }} />
            {name}
            <b>{formatShare(rose.classes[at] ?? 0)}</b>
          </li>
        ))}
      <li>
        <i />
        静风
        <b>{formatShare(rose.calm)}</b>
      </li>
    </ul>
  )
}

/** Round percentage between rings, so that three contain the longest sector. */
function ringStep(longest: number): number {
  const steps = [0.01, 0.02, 0.04, 0.05, 0.1, 0.15, 0.2, 0.25, 0.35]
  return steps.find((step) => step * RINGS >= longest) ?? 0.35
}

const angleOf = (sector: number) => (sector * 2 * Math.PI) / SECTORS
const placeOf = (sector: number, radius: number) => ({
  x: CENTRE + radius * Math.sin(angleOf(sector)),
  y: CENTRE - radius * Math.cos(angleOf(sector)) + 4,
})

function sectorPath(sector: number, inner: number, outer: number): string {
  const half = (Math.PI / SECTORS) * SECTOR_SHARE
  const point = (radius: number, angle: number) =>
    `${(CENTRE + radius * Math.sin(angle)).toFixed(2)} ${(CENTRE - radius * Math.cos(angle)).toFixed(2)}`
  const [from, to] = [angleOf(sector) - half, angleOf(sector) + half]
  return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 0 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 0 0 ${point(inner, from)}Z`
}

function describe({ n, calm }: Rose, totals: readonly number[]): string {
  const longest = totals.indexOf(Math.max(...totals))
  return `${n} 小时，最多来自${SECTOR_NAMES[longest]}，占 ${formatShare(totals[longest] ?? 0)}，静风 ${formatShare(calm)}`
}
