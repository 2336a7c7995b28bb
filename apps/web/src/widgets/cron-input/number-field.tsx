import type { CronBounds } from '@natim/domain/cron/parts'
import { InputNumber } from 'antd'
import { useState } from 'react'

export interface NumberFieldProps {
  readonly label: string
  readonly bounds: CronBounds
  readonly value: number
  readonly disabled: boolean
  readonly onChange: (value: number) => void
}

/** An integer. Input stays as typed until blur: a 0 is written as 1, and then shown so (D-17). */
export function NumberField({ label, bounds, value, disabled, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | null>()
  return (
    <InputNumber<number>
      size="small"
      aria-label={label}
      min={bounds.min}
      max={bounds.max}
      precision={0}
      controls={false}
      disabled={disabled}
      value={typed === undefined ? value : typed}
      onChange={(next) => {
        setTyped(next)
        if (next !== null) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
