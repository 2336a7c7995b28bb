import { Bar, Outline, times } from '../skeleton.tsx'
import frame from './map-frame.module.css'
import styles from './map-outline.module.css'

const TOOLS = 3
const CHIPS = [76, 76, 64, 60, 60, 72] as const
const LEGEND_LINES = 5
const DEVICES = 16
/** Positions of the circles: left and top in percent, diameter in px. */
const CIRCLES = [
  [30, 34, 26],
  [42, 58, 24],
  [50, 44, 30],
  [57, 66, 34],
  [60, 36, 28],
  [64, 52, 40],
  [69, 62, 44],
  [66, 76, 32],
  [73, 30, 34],
  [78, 18, 28],
] as const

/** Skeleton of the map: sea, circles, tools, legend. No land, because an inexact outline must not be shown. */
export const MapGround = () => (
  <Outline className={styles.ground}>
    {CIRCLES.map(([left, top, size]) => (
      <span
        key={left}
        className={styles.circle}
        style={{ insetInlineStart: `${left}%`, insetBlockStart: `${top}%`, width: size, height: size }}
      />
    ))}
    <div className={styles.tools}>
      {times(TOOLS, (index) => (
        <span key={index}>
          <Bar width={14} height={14} />
        </span>
      ))}
    </div>
    <div className={styles.legend}>
      <Bar width={112} line={34} />
      {times(LEGEND_LINES, (index) => (
        <Bar key={index} width={index % 2 === 0 ? 136 : 96} height={10} line={22} />
      ))}
    </div>
  </Outline>
)

/** Skeleton of the device list beside the map. */
export const DevicesOutline = () => (
  <Outline>
    {times(DEVICES, (index) => (
      <div key={index} className={styles.device}>
        <Bar width={10} height={10} />
        <Bar width="64%" line={22} />
        <Bar width={44} height={10} line={18} />
        <Bar width={12} height={12} />
        <Bar width="48%" height={10} line={18} />
      </div>
    ))}
  </Outline>
)

/** Skeleton of 监测一张图 while its code loads. */
export const MapOutline = () => (
  <div className={frame.page}>
    <div className={frame.map}>
      <MapGround />
    </div>
    <Outline className={frame.crumb}>
      <Bar width={148} line={22} />
    </Outline>
    <div className={frame.left}>
      <div className={styles.panel}>
        <Outline className={styles.above}>
          <span className={styles.field} />
          <div className={styles.chips}>
            {CHIPS.map((width, index) => (
              <span key={index} className={styles.chip} style={{ width }} />
            ))}
          </div>
          <div className={styles.head}>
            <Bar width={92} height={10} line={20} />
            <Bar width={104} height={10} line={20} />
          </div>
        </Outline>
        <div className={styles.devices}>
          <DevicesOutline />
        </div>
      </div>
    </div>
  </div>
)
