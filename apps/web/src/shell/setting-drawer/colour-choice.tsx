import { CheckOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useId } from 'react'
import { ACCENTS, accentBySeed } from '../../theme/accents.ts'
import styles from './colour-choice.module.css'

export interface ColourChoiceProps {
  /** Seed colour, `#RRGGBB`. */
  readonly value: string
  readonly onChange: (seed: string) => void
}

/** SH-37: the eight theme colours, with their names as tooltips. */
export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const group = useId()
  const chosen = accentBySeed(value)
  return (
    <>
      <div role="radiogroup" aria-label="主题色" className={styles.colours}>
        {ACCENTS.map(({ name, seed }) => (
          <Tooltip key={seed} title={name}>
            <label className={styles.colour} style={{ background: seed }}>
              <input
                type="radio"
                name={group}
                className="visually-hidden"
                aria-label={name}
                checked={seed === chosen.seed}
                onChange={() => onChange(seed)}
              />
              {seed === chosen.seed && <CheckOutlined className={styles.tick} aria-hidden />}
            </label>
          </Tooltip>
        ))}
      </div>
      <p className={styles.name}>
        {chosen.name} · {chosen.seed}
      </p>
    </>
  )
}
