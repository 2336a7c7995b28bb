import { Kpi, KpiStrip } from '../kpi-strip.tsx'
import { Panel } from '../panel.tsx'
import { Bar, Outline, times } from '../skeleton.tsx'
import grid from './home-grid.module.css'
import styles from './home-outline.module.css'

/** The maximum the server sends. */
const WATCHED = 10
const CHANGES = 12
/** A panel with more scrolls. */
const PROVINCES = 12
const HEAT = ['52%', '48%', '50%'] as const
const HOURS = 24

const caption = <Bar width={84} height={10} line={18} />
const title = <Bar width={72} height={14} line={22} />
const number = (
  <Kpi
    caption={caption}
    value={<Bar width={76} height={24} className={styles.figure} />}
    spark={<Bar width={72} height={24} />}
    note={<Bar width={132} height={10} line={18} />}
  />
)

/** The situation line of the dashboard: one line, on a phone two. */
export const SituationOutline = () => (
  <Outline className={styles.situation}>
    <Bar width="100%" line={20} />
    <Bar width="56%" line={20} />
  </Outline>
)

/** Skeleton of the dashboard while its code loads. */
export const HomePageOutline = () => (
  <>
    <div className={styles.head}>
      <Outline>
        <Bar width={152} height={18} line={28} />
      </Outline>
      <SituationOutline />
      <Outline className={styles.actions}>
        <span className={styles.region} />
        <span className={styles.pause} />
      </Outline>
    </div>
    <HomeOutline />
  </>
)

/** Skeleton of the dashboard below its head: figures, and the default cards in their default order. */
export function HomeOutline() {
  return (
    <Outline className={styles.stack}>
      <KpiStrip label="全网指标">
        {number}
        <Kpi isWide caption={caption} value={<Counts />} />
        {number}
        {number}
        {number}
      </KpiStrip>
      <div className={grid.columns}>
        <div className={grid.column}>
          <Panel title={title} isFlush>
            {times(WATCHED, (index) => (
              <Watch key={index} />
            ))}
          </Panel>
          <Panel title={title}>
            <Lines count={6} />
          </Panel>
          <Panel title={title} isFlush className={grid.fill ?? ''}>
            <Provinces />
          </Panel>
          <Panel title={title}>
            <Bar width="100%" height={200} line={240} />
          </Panel>
        </div>
        <div className={grid.column}>
          <Panel title={title}>
            <Hours />
          </Panel>
          <Panel title={title} isFlush>
            {times(CHANGES, (index) => (
              <Change key={index} />
            ))}
          </Panel>
          <Panel title={title}>
            <Lines count={5} />
          </Panel>
          <Panel title={title}>
            <Lines count={3} />
          </Panel>
        </div>
      </div>
    </Outline>
  )
}

const Lines = ({ count }: { readonly count: number }) =>
  times(count, (index) => <Bar key={index} width={index % 2 === 0 ? '100%' : '82%'} line={32} />)

/** Devices by status. */
const Counts = () => (
  <span className={styles.counts}>
    {times(5, (index) => (
      <span key={index}>
        <Bar width={38} height={18} className={styles.count} />
        <Bar width={30} height={10} line={18} />
      </span>
    ))}
  </span>
)

const Watch = () => (
  <div className={styles.watch}>
    <span>
      <Bar width="64%" line={20} />
      <Bar width="44%" height={10} line={18} />
    </span>
    <span>
      <Bar width="100%" height={14} line={20} />
      <Bar width="100%" height={4} line={10} />
    </span>
  </div>
)

const Change = () => (
  <div className={styles.change}>
    <Bar width={10} height={10} />
    <Bar width="62%" />
    <Bar width="70%" height={10} />
    <Bar width={48} height={10} />
  </div>
)

const Provinces = () => (
  <div className={styles.provinces}>
    {times(PROVINCES, (row) => (
      <div key={row} className={row === 0 ? styles.headRow : styles.row}>
        <Bar width={44} />
        {HEAT.map((width) => (
          <span key={width} className={styles.heat}>
            <Bar width={width} />
          </span>
        ))}
        <span className={styles.ribbon}>{row > 0 && <Bar width="100%" height={14} />}</span>
      </div>
    ))}
  </div>
)

/** Placeholder bars of a day, without values. */
const Hours = () => (
  <div className={styles.hours}>
    {times(HOURS, (hour) => (
      <Bar key={hour} width="2.4%" height={72 + ((hour * 37) % 7) * 16} />
    ))}
  </div>
)
