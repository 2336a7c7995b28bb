import { CaretDownOutlined, CaretUpOutlined, MinusOutlined } from '@ant-design/icons'
import { formatCountdown, formatNumber } from '@natim/domain/format'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import styles from './mini-charts.module.css'

const SECOND_MS = 1_000

export interface CountdownProps {
  /** Epoch ms. */
  readonly endMs: number
  /** Called once, at the end. */
  readonly onEnd?: () => void
}

/**
 * Remaining time, updated every second; stays at zero afterwards. The end is an instant, so sleep of the machine does
 * not matter.
 */
export function Countdown({ endMs, onEnd }: CountdownProps) {
  const [leftMs, setLeftMs] = useState(() => Math.max(0, endMs - Date.now()))
  const end = useEffectEvent(() => onEnd?.())
  useEffect(() => {
    const tick = () => {
      const left = Math.max(0, endMs - Date.now())
      setLeftMs(left)
      if (left > 0) return
      clearInterval(timer)
      end()
    }
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return (
    <span role="timer" className="t-value">
      {formatCountdown(leftMs)}
    </span>
  )
}

const TREND = {
  [-1]: [CaretDownOutlined, '下降'],
  0: [MinusOutlined, '持平'],
  1: [CaretUpOutlined, '上升'],
} as const

export interface TrendProps {
  /** Change in percent; the sign determines the arrow. */
  readonly percent: number
  readonly children?: ReactNode
}

/** A change with its arrow; neutral, because more is not always worse (design §1). */
export function Trend({ percent, children }: TrendProps) {
  const [Arrow, word] = TREND[Math.sign(percent) as keyof typeof TREND]
  return (
    <span className={styles.trend}>
      {children} <Arrow aria-hidden /> <span className="visually-hidden">{word}</span>
      {Math.abs(percent)} %
    </span>
  )
}

export interface NumberInfoProps {
  readonly title?: string
  readonly value: number
  readonly unit?: string
  /** Change in percent. */
  readonly trend?: number
  readonly note?: string
}

/** A figure with name, unit and change. */
export function NumberInfo({ title, value, unit, trend, note }: NumberInfoProps) {
  return (
    <div className={styles.number}>
      {title !== undefined && <span className="t-caption">{title}</span>}
      <span className={styles.figure}>
        {formatNumber(value)}
        {unit !== undefined && <small>{unit}</small>}
      </span>
      {trend !== undefined && (
        <span className="t-caption">
          <Trend percent={trend}>{note}</Trend>
        </span>
      )}
    </div>
  )
}

export interface ChartCardProps extends Omit<NumberInfoProps, 'title'> {
  readonly title: string
  /** A small chart. */
  readonly children?: ReactNode
  readonly footer?: ReactNode
}

/** A figure with a small chart and a line below it. */
export function ChartCard({ title, children, footer, ...figure }: ChartCardProps) {
  return (
    <Panel title={title}>
      <div className={styles.card}>
        <NumberInfo {...figure} />
        {children}
        {footer !== undefined && <div className={styles.cardFoot}>{footer}</div>}
      </div>
    </Panel>
  )
}
