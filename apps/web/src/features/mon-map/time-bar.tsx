import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { FRAME_STEP_MS, type ReplayAlarm } from '@natim/contract/mon/map'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import { SeverityCounts, SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import styles from './time-bar.module.css'
import { markedStarts, timeBars } from './time-bars.ts'
import { type Playback, SPEEDS } from './use-playback.ts'

export interface TimeBarProps {
  readonly span: { readonly fromMs: number; readonly toMs: number } | undefined
  /** Alarms of the window; null without the permission to see alarms. */
  readonly alarms: readonly ReplayAlarm[] | null
  readonly playback: Playback
  /** Whether the window ends now. */
  readonly endsNow: boolean
  /** Open alarms at the shown moment, by severity. */
  readonly counts: readonly number[] | null
}

const TICK_HOURS = 6
const clock = (ms: number) => formatGmt8(ms).slice(11, 16)
const day = (ms: number) => formatGmt8(ms).slice(5, 10)
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** 24 h time bar at the foot of the map: alarm starts and the shown moment. At its right end the map is live. */
export function TimeBar({ span, alarms, playback, endsNow, counts }: TimeBarProps) {
  const { at, isPlaying, speed } = playback
  const shown = span === undefined ? 0 : at === 0 ? span.toMs : at
  const shareOf = (ms: number) => (span === undefined ? 1 : (ms - span.fromMs) / (span.toMs - span.fromMs))
  const isLive = at === 0 && endsNow
  return (
    <section className={styles.bar} data-replay={!isLive || undefined} aria-label="时间轴">
      <Button
        type="primary"
        aria-label={isPlaying ? '暂停' : '播放'}
        title={isPlaying ? '暂停（空格）' : '播放（空格）'}
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        disabled={span === undefined}
        onClick={playback.toggle}
      />
      <Segmented
        className={styles.speed}
        size="small"
        aria-label="速度"
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `×${value}`, title: `每秒 ${value} 分钟` }))}
        onChange={playback.setSpeed}
      />
      <div className={styles.track}>
        {span && <AlarmBars span={span} alarms={alarms ?? []} />}
        <input
          type="range"
          className={styles.range}
          aria-label="回放时刻"
          aria-valuetext={span ? (isLive ? '实时' : formatGmt8(shown)) : '加载中'}
          min={span?.fromMs ?? 0}
          max={span?.toMs ?? 1}
          step={FRAME_STEP_MS}
          value={shown}
          disabled={span === undefined}
          style={{ '--share': percent(shareOf(shown)) }}
          onChange={(event) => playback.seek(Number(event.target.value))}
        />
        {span && <Ticks span={span} endsNow={endsNow} />}
      </div>
      <BarEnd
        shown={shown}
        isLive={isLive}
        endsNow={endsNow}
        counts={counts}
        onNow={() => playback.seek(Number.POSITIVE_INFINITY)}
      />
    </section>
  )
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Alarm starts: a bar every 20 minutes, and a glyph at the most severe ones. */
function AlarmBars({ span, alarms }: { readonly span: Span; readonly alarms: readonly ReplayAlarm[] }) {
  const { fromMs, toMs } = span
  const bars = useMemo(() => timeBars(alarms, fromMs, toMs), [alarms, fromMs, toMs])
  const starts = useMemo(() => markedStarts(alarms, fromMs, toMs), [alarms, fromMs, toMs])
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <>
      <div className={styles.starts} aria-hidden>
        {starts.map(({ id, fromMs: startMs, severity, title }) => (
          <span
            key={id}
            title={`${clock(startMs)} ${severityName(severity)} ${title}`}
            style={{ insetInlineStart: percent((startMs - fromMs) / (toMs - fromMs)) }}
          >
            <SeverityGlyph level={severity} size={12} isDecorative />
          </span>
        ))}
      </div>
      <div className={styles.bars} aria-hidden>
        {bars.map(({ endMs, count, worst }) => (
          <i
            key={endMs}
            title={`${clock(endMs - HOUR_MS / 3)} – ${clock(endMs)}：${count} 起报警`}
            style={{
              blockSize: percent(Math.max(0.12, count / most)),
              background: worst !== undefined && worst < 4 ? `var(--sev-${worst})` : 'var(--rail)',
            }}
          />
        ))}
      </div>
    </>
  )
}

function Ticks({ span, endsNow }: { readonly span: Span; readonly endsNow: boolean }) {
  return (
    <div className={styles.ticks} aria-hidden>
      {Array.from({ length: 24 / TICK_HOURS + 1 }, (_, index) => {
        const ms = span.fromMs + index * TICK_HOURS * HOUR_MS
        const label =
          index === 0 ? `${day(ms)} ${clock(ms)}` : ms === span.toMs && endsNow ? `现在 ${clock(ms)}` : clock(ms)
        return <span key={ms}>{label}</span>
      })}
    </div>
  )
}

interface BarEndProps extends Pick<TimeBarProps, 'endsNow' | 'counts'> {
  readonly shown: number
  readonly isLive: boolean
  readonly onNow: () => void
}

/** Live indicator, or the shown moment with its open alarms and the way back to live. */
function BarEnd({ shown, isLive, endsNow, counts, onNow }: BarEndProps) {
  const mayReplay = useHasPage()('/mon/replay')
  return (
    <div className={styles.end}>
      {isLive ? (
        <>
          <span className={styles.live}>实时</span>
          {mayReplay && (
            <Link to="/mon/replay" className={styles.other}>
              其他日期
            </Link>
          )}
        </>
      ) : (
        <>
          <span className={styles.replay}>
            回放 <time>{formatGmt8(shown).slice(5, 16)}</time>
          </span>
          {counts && (
            <div className={styles.counts}>
              <SeverityCounts counts={counts} size={12} />
            </div>
          )}
          {endsNow && (
            <Button size="small" onClick={onNow}>
              回到实时
            </Button>
          )}
        </>
      )}
    </div>
  )
}
