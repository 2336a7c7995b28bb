import type { MarkEffect, MarkFigure } from '@natim/contract/mon/sample-mark'
import { VALID_HOUR_S } from '@natim/domain/coverage'
import { formatNumber, formatShare, formatShortTime } from '@natim/domain/format'
import styles from './sample-marks.module.css'

const SHOWN_HOURS = 3

const figureText = ({ value, isValid }: MarkFigure, precision: number) =>
  value === null || isValid === false ? '无效' : formatNumber(value, precision)

interface EffectLinesProps {
  readonly channels: readonly MarkEffect[]
}

/** Preview of a decision's effect: hours, days and the capture rate, old → new. */
export function EffectLines({ channels }: EffectLinesProps) {
  const changed = channels.filter(({ hours }) => hours.length > 0)
  if (changed.length === 0) return <p className={styles.effectNote}>各小时值和日均值不变</p>
  return changed.map((channel) => (
    <ChannelEffect key={channel.channelNo} channel={channel} isNamed={channels.length > 1} />
  ))
}

function ChannelEffect({ channel, isNamed }: { readonly channel: MarkEffect; readonly isNamed: boolean }) {
  const { hours, days, precision, unit, name } = channel
  return (
    <>
      {isNamed && <p className={styles.effectName}>{name}</p>}
      <dl className={styles.effect} aria-label={`${name}的影响`}>
        {hours.slice(0, SHOWN_HOURS).map(({ endMs, before, after }) => (
          <Line
            key={endMs}
            term={`${formatShortTime(endMs).slice(6)} 小时值`}
            before={figureText(before, precision)}
            after={figureText(after, precision)}
            note={after.isValid === false && before.isValid !== false ? `有效不足 ${VALID_HOUR_S / 60} 分钟` : unit}
          />
        ))}
        {hours.length > SHOWN_HOURS && (
          <div>
            <dt>其余小时</dt>
            <dd className={styles.effectNote}>另有 {hours.length - SHOWN_HOURS} 个小时值改变</dd>
          </div>
        )}
        {days.map((day) => (
          <Line
            key={`day ${day.endMs}`}
            term="日均值"
            before={figureText(day.before, precision)}
            after={figureText(day.after, precision)}
            note={unit}
          />
        ))}
        {days.map((day) => (
          <Line
            key={`capture ${day.endMs}`}
            term="捕集率"
            before={formatShare(day.captureBefore)}
            after={formatShare(day.captureAfter)}
            note={day.after.isValid === false ? '日值无效' : day.after.isValid ? '日值仍有效' : ''}
          />
        ))}
      </dl>
    </>
  )
}

interface LineProps {
  readonly term: string
  readonly before: string
  readonly after: string
  readonly note: string
}

const Line = ({ term, before, after, note }: LineProps) => (
  <div>
    <dt>{term}</dt>
    <dd>
      {before} → <b>{after}</b> <span>{note}</span>
    </dd>
  </div>
)
