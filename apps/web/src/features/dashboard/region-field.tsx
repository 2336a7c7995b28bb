import { useId, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { PlainIcon } from '../../ui/plain/plain-icons.tsx'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import styles from './region-field.module.css'
import { ALL_REGIONS, type RegionFieldProps, regionName } from './regions.ts'

const RegionSelect = lazyPart(
  () => loadWithAntd(async () => (await import('./region-select.tsx')).RegionSelect),
  RegionButton,
)

/** A button that looks like a select until it is opened: the first page does not load antd. */
export function RegionField(props: RegionFieldProps) {
  const [isWanted, setIsWanted] = useState(false)
  return isWanted ? <RegionSelect {...props} /> : <RegionButton {...props} onOpen={() => setIsWanted(true)} />
}

function RegionButton({ value, onOpen }: RegionFieldProps & { readonly onOpen?: () => void }) {
  const listId = useId()
  return (
    <button
      type="button"
      role="combobox"
      aria-label="区域"
      // The list exists once antd is loaded.
      aria-controls={listId}
      aria-haspopup="listbox"
      aria-expanded={onOpen === undefined}
      className={styles.button}
      onClick={onOpen}
      onKeyDown={({ key }) => key === 'ArrowDown' && onOpen?.()}
    >
      <span className="ellipsis">{regionName(value) ?? ALL_REGIONS}</span>
      <PlainIcon name="down" />
    </button>
  )
}
