import { regionPrefix } from '@natim/domain/regions'
import { regionWidget } from '../inputs/choice-inputs.tsx'

interface RegionFilterProps {
  /** GB/T 2260 prefix; empty = everything the user sees. */
  readonly prefix: string
  readonly onChange: (prefix: string) => void
  readonly width?: number
}

/** Filters a page by province or city. */
export const RegionFilter = ({ prefix, onChange, width = 150 }: RegionFilterProps) => (
  <div style={{ width }}>
    <regionWidget.Control
      aria-label="区域"
      placeholder="全部区域"
      allowClear
      value={prefix === '' ? undefined : prefix.padEnd(6, '0')}
      onChange={(code) => onChange(code == null ? '' : regionPrefix(String(code)))}
    />
  </div>
)
