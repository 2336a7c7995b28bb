import { SEVERITY, type Severity } from '@natim/contract/dict'
import type { SimulatedAlarm } from '@natim/contract/mon/rule'
import { formatDuration, formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { SEVERITY_SHAPES } from '@/ui/glyph-shapes.ts'
import { alarmPath } from '../paths.ts'
import styles from './backtest.module.css'
import { type Lane, lanesOf, midnightsOf } from './lanes.ts'

const LANES_SHOWN = 7

interface ChartProps {
  readonly alarms: readonly SimulatedAlarm[]
  readonly fromMs: number
  readonly toMs: number
  readonly isCompared: boolean
}

/** One lane per device, by number of alarms; four marks that survive greyscale (design 18). */
export function LaneChart({ alarms, fromMs, toMs, isCompared }: ChartProps) {
  const [isWhole, setIsWhole] = useState(false)
  const lanes = lanesOf(alarms)
  const shown = isWhole ? lanes : lanes.slice(0, LANES_SHOWN)
  const at = (ms: number) => `${(100 * (Math.min(Math.max(ms, fromMs), toMs) - fromMs)) / (toMs - fromMs)}%`
  const days = daysShown(fromMs, toMs)
  return (
    <>
      <Legend isCompared={isCompared} />
      <div className={styles.lanes} role="table" aria-label="触发时间">
        <div className={styles.axis} aria-hidden>
          <span />
          <span className={styles.track}>
            {days.map((ms) => (
              <span key={ms} className={styles.day} style={{ insetInlineStart: at(ms) }}>
                {formatGmt8(ms).slice(5, 10)}
              </span>
            ))}
          </span>
          {isCompared && <span className={styles.count}>原</span>}
          <span className={styles.countNow}>{isCompared ? '现' : '次'}</span>
        </div>
        {shown.map((lane) => (
          <LaneRow key={lane.deviceId} lane={lane} at={at} days={days} toMs={toMs} isCompared={isCompared} />
        ))}
      </div>
      {lanes.length > LANES_SHOWN && (
        <Button type="link" size="small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? '收起' : `显示全部 ${lanes.length} 台设备`}
        </Button>
      )}
    </>
  )
}

const MAX_DAYS = 8
/** As many midnights as fit. */
function daysShown(fromMs: number, toMs: number): number[] {
  const all = midnightsOf(fromMs, toMs)
  const step = Math.ceil(all.length / MAX_DAYS)
  return all.filter((_, index) => (all.length - 1 - index) % step === 0)
}

interface RowProps extends Pick<ChartProps, 'toMs' | 'isCompared'> {
  readonly lane: Lane
  readonly at: (ms: number) => string
  readonly days: readonly number[]
}

function LaneRow({ lane, at, days, toMs, isCompared }: RowProps) {
  return (
    <div className={styles.lane} role="row">
      <span className={`${styles.name} ellipsis`} role="rowheader" title={lane.name}>
        {lane.name}
      </span>
      <span className={styles.track} role="cell">
        {days.map((ms) => (
          <span key={ms} className={styles.line} style={{ insetInlineStart: at(ms) }} aria-hidden />
        ))}
        {lane.alarms.map((alarm) => (
          <Mark key={`${alarm.channelNo} ${alarm.triggerMs} ${alarm.change}`} alarm={alarm} at={at} toMs={toMs} />
        ))}
      </span>
      {isCompared && (
        <span className={styles.count} role="cell">
          {lane.before}
        </span>
      )}
      <span className={styles.countNow} role="cell">
        {lane.now}
      </span>
    </div>
  )
}

const CHANGES = { same: '触发', new: '新增', gone: '不再触发' } as const

function Mark({
  alarm,
  at,
  toMs,
}: {
  readonly alarm: SimulatedAlarm
  readonly at: RowProps['at']
  readonly toMs: number
}) {
  const { severity, triggerMs, endMs, change, reality } = alarm
  const name = `${formatGmt8(triggerMs).slice(5, 16)} ${SEVERITY[severity]} ${CHANGES[change]}`
  return (
    <>
      <span
        className={styles.bar}
        data-change={change}
        style={{
          insetInlineStart: at(triggerMs),
          insetInlineEnd: `calc(100% - ${at(endMs ?? toMs)})`,
          ['--ink']: `var(--sev-${severity}-edge)`,
          ['--tint']: `var(--sev-${severity}-tint)`,
        }}
        aria-hidden
      />
      <Tooltip title={<Facts alarm={alarm} />} trigger={['hover', 'focus']} placement="top">
        <button type="button" className={styles.mark} style={{ insetInlineStart: at(triggerMs) }} aria-label={name}>
          <MarkGlyph level={severity} change={change} />
          {change === 'new' && '+'}
          {change === 'gone' && '−'}
        </button>
      </Tooltip>
      {reality && (reality.acked || reality.closeCode === 'false') && (
        <span className={styles.reality} style={{ insetInlineStart: `calc(${at(endMs ?? toMs)} + 14px)` }} aria-hidden>
          <RealityGlyph isFalse={reality.closeCode === 'false'} />
        </span>
      )}
    </>
  )
}

function Facts({ alarm }: { readonly alarm: SimulatedAlarm }) {
  const { triggerMs, endMs, value, limitText, severity, reality, deviceName, change, childCount, isFolded } = alarm
  return (
    <span className={styles.facts}>
      <b>
        {SEVERITY[severity]} · {CHANGES[change]}
      </b>
      <span>{deviceName}</span>
      <span>样本时间 {formatGmt8(triggerMs)}</span>
      {value !== null && (
        <span>
          数值 {formatNumber(value, 2)}，{limitText}
        </span>
      )}
      {childCount > 0 && (
        <span>
          合并 {childCount} 起，{limitText}
        </span>
      )}
      {isFolded && <span>并入多站汇聚，不单独通知</span>}
      <span>{endMs === null ? '仍在持续' : `持续 ${formatDuration(endMs - triggerMs)}`}</span>
      {reality ? (
        <span>
          当时{reality.closeCode === 'false' ? '按误报关闭' : reality.acked ? '已确认' : '未确认'}{' '}
          <Link to={alarmPath(reality.alarmId)}>{reality.no}</Link>
        </span>
      ) : (
        <span>当时没有报警</span>
      )}
    </span>
  )
}

interface GlyphProps {
  readonly level: Severity
  readonly change: SimulatedAlarm['change']
}

/** Filled: fires. Dashed outline: only now. Grey outline: no longer. */
function MarkGlyph({ level, change }: GlyphProps) {
  const { d, digitBaseline, digitSize } = SEVERITY_SHAPES[level]
  return (
    <svg className={styles.glyph} data-change={change} width={16} height={16} viewBox="0 0 24 24" aria-hidden>
      <path
        d={d}
        strokeWidth={1.8}
        strokeLinejoin="round"
        {...(change === 'same' && { fill: `var(--sev-${level})`, stroke: `var(--sev-${level}-edge)` })}
        {...(change === 'new' && { stroke: `var(--sev-${level}-ink)`, strokeDasharray: '3 2.4' })}
      />
      <text
        x={12}
        y={digitBaseline}
        fontSize={digitSize}
        textAnchor="middle"
        {...(change === 'same' && { fill: `var(--sev-${level}-digit)` })}
        {...(change === 'new' && { fill: `var(--sev-${level}-ink)` })}
      >
        {level}
      </text>
    </svg>
  )
}

const RealityGlyph = ({ isFalse }: { readonly isFalse: boolean }) => (
  <svg width={12} height={12} viewBox="0 0 12 12" className={styles.realityGlyph} data-false={isFalse || undefined}>
    <circle cx={6} cy={6} r={5.2} />
    <path d={isFalse ? 'M4 4l4 4M8 4l-4 4' : 'M3.4 6.2l1.8 1.8 3.4-3.8'} />
  </svg>
)

const Legend = ({ isCompared }: { readonly isCompared: boolean }) => (
  <ul className={styles.legend}>
    <li>
      <MarkGlyph level={2} change="same" />
      触发（形状和数字为级别）
    </li>
    {isCompared && (
      <>
        <li>
          <MarkGlyph level={3} change="new" />+ 新增
        </li>
        <li>
          <MarkGlyph level={3} change="gone" />− 不再触发
        </li>
        <li>
          <RealityGlyph isFalse={false} />
          当时已确认
        </li>
        <li>
          <RealityGlyph isFalse />
          当时按误报关闭
        </li>
      </>
    )}
  </ul>
)
