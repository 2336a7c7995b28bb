import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import { LAMP_SHAPES } from './glyph-shapes.ts'
import styles from './status-lamp.module.css'

export interface StatusLampProps {
  readonly status: DeviceStatus
  /** Edge, px. */
  readonly size?: number
  /** Shows the status as text; without it the lamp has the accessible name. */
  readonly hasLabel?: boolean
}

/** Device status as a lamp with distinct shapes, readable in greyscale (design §2.3). */
export function StatusLamp({ status, size = 10, hasLabel = false }: StatusLampProps) {
  const naming = hasLabel ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': DEVICE_STATUS[status] }
  const lamp = (
    <svg className={styles.lamp} width={size} height={size} viewBox="0 0 10 10" {...naming}>
      {LAMP_SHAPES[status].map(({ d, paint, strokeWidth, dash }) => {
        const colour = paint === 'mark' ? `var(--st-${status})` : 'var(--lamp-ground, var(--card))'
        return strokeWidth === undefined ? (
          <path key={d} d={d} fill={colour} />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke={colour}
            strokeWidth={strokeWidth}
            strokeDasharray={dash?.join(' ')}
            strokeLinecap={dash ? 'butt' : 'round'}
          />
        )
      })}
    </svg>
  )
  if (!hasLabel) return lamp
  return (
    <span className={styles.labelled} data-status={status}>
      {lamp}
      {DEVICE_STATUS[status]}
    </span>
  )
}
