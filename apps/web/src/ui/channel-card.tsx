import { formatDuration } from '@natim/domain/format'
import { type Figures, figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { Age } from './age.tsx'
import styles from './channel-card.module.css'
import { LimitRail } from './limit-rail.tsx'
import type { RailLimit } from './limit-scale.ts'
import { reachedText, unjudgedMeans } from './limit-text.ts'
import { metricColour } from './metric-colour.ts'
import { Sparkline } from './sparkline.tsx'
import { StatusLamp } from './status-lamp.tsx'
import { Tag } from './tag.tsx'
import { useTicker } from './ticker.ts'
import { isLogMetric, type ValueCellChannel } from './value-cell.tsx'
import { type ValueLook, ValueWithUnit } from './value-with-unit.tsx'

export interface ChannelCardProps {
  readonly channel: ValueCellChannel & { readonly seq?: number; readonly periodS: number }
  readonly value: number | null | undefined
  readonly q?: number
  /** Time of the value, epoch ms; null before the first. */
  readonly tsMs: number | null | undefined
  readonly look: ValueLook
  /** Start of the device's offline state, epoch ms. */
  readonly offlineSinceMs?: number | null
  /** Recent values, oldest first; null where nothing was measured. */
  readonly spark: readonly (number | null)[]
  readonly sparkLabel?: string
  readonly isSelected?: boolean
  /** Shows the channel in the chart below. */
  readonly onOpen?: () => void
}

function OfflineFor({ sinceMs }: { sinceMs: number | null | undefined }) {
  const length = useTicker((now) => (sinceMs == null ? '' : ` ${formatDuration(now - sinceMs)}`))
  return <Tag icon={<StatusLamp status="offline" size={9} />}>离线{length}</Tag>
}

function Head({ title, ...props }: Omit<ChannelCardProps, 'value' | 'spark'> & { title: string }) {
  const { channel, tsMs, look, offlineSinceMs, isSelected, onOpen } = props
  return (
    <header className={styles.head}>
      {channel.seq !== undefined && <span className={styles.seq}>{channel.seq}</span>}
      <h3 className={styles.title}>
        {onOpen ? (
          <button type="button" className={styles.open} aria-pressed={isSelected} onClick={onOpen}>
            {title}
          </button>
        ) : (
          title
        )}
      </h3>
      <span className={styles.age}>
        {look === 'offline' ? <OfflineFor sinceMs={offlineSinceMs} /> : <Age tsMs={tsMs} periodS={channel.periodS} />}
      </span>
    </header>
  )
}

interface JudgementProps {
  readonly channel: ChannelCardProps['channel']
  readonly figures: Figures
  readonly reached: RailLimit | undefined
}

/** The figure that determined the level, if not the reading, and limits that could not be judged. */
function Judgement({ channel, figures, reached }: JudgementProps) {
  const unjudged = unjudgedMeans(channel.limits, figures)
  const isMean = reached !== undefined && reached.avgPeriod !== 'instant'
  if (!isMean && unjudged === '') return null
  return (
    <p className={styles.judgement}>
      {isMean && <span>{reachedText(reached, figures, channel.precision)}</span>}
      {unjudged !== '' && <span>未判定：{unjudged}（数据不足）</span>}
    </p>
  )
}

/** One channel of a device: value, unit, age, 24 h trend and limit rail in every state of design §7. */
export function ChannelCard(props: ChannelCardProps) {
  const { channel, value, q, look, spark, sparkLabel = '最近 24 小时', isSelected } = props
  const figures = figuresOf({ v: value, q }, channel.means)
  const reached = look === 'live' ? reachedLimit(channel.limits, figures) : undefined
  const title =
    channel.formula && channel.formula !== channel.name ? `${channel.formula} ${channel.name}` : channel.name
  const edge = reached && reached.severity <= 3 ? { borderColor: `var(--sev-${reached.severity})` } : undefined
  return (
    <article className={styles.card} style={edge} data-look={look} data-selected={isSelected || undefined}>
      <Head {...props} title={title} />
      <div className={styles.line}>
        <ValueWithUnit
          value={value}
          unit={channel.unit}
          precision={channel.precision}
          q={q}
          look={look}
          severity={reached?.severity}
          size="card"
        />
        <Sparkline
          values={spark}
          label={`${title} ${sparkLabel}`}
          width={118}
          height={36}
          hasArea
          colour={metricColour(channel.metricCode)}
          severity={reached?.severity}
          threshold={reached?.value}
          isMuted={look !== 'live'}
        />
      </div>
      <LimitRail
        value={value}
        q={q}
        limits={channel.limits}
        means={channel.means}
        precision={channel.precision}
        rangeLo={channel.rangeLo}
        rangeHi={channel.rangeHi}
        isLog={isLogMetric(channel.metricCode)}
        size="card"
        isMuted={look !== 'live'}
      />
      {look === 'live' && value != null && <Judgement {...{ channel, figures, reached }} />}
    </article>
  )
}
