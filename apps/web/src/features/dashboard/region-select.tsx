import { PROVINCES } from '@natim/domain/regions'
import { Select } from 'antd'
import styles from './region-field.module.css'
import { ALL_REGIONS, type RegionFieldProps } from './regions.ts'

const OPTIONS = [
  { value: '', label: ALL_REGIONS },
  ...PROVINCES.map((province) => ({ value: province.code.slice(0, 2), label: province.shortName })),
]

/** Rendered when the user opens it, so it starts open. */
export const RegionSelect = ({ value, onChange }: RegionFieldProps) => (
  <Select
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
    autoFocus
    defaultOpen
    value={value}
    onChange={onChange}
    options={OPTIONS}
    showSearch={{ optionFilterProp: 'label' }}
    aria-label="区域"
    className={styles.select ?? ''}
  />
)
