import { useState } from 'react'
import type { BoundaryMeta } from './geo-data.ts'
import styles from './map.module.css'

/** Shows the map approval number openly; its absence is shown by a button in the corner. */
export function Approval({ meta }: { readonly meta: BoundaryMeta }) {
  const [isOpen, setIsOpen] = useState(false)
  if (meta.approvalNo) return <p className={styles.approval}>审图号：{meta.approvalNo}</p>
  return (
    <div className={styles.approval}>
      {isOpen && <p>{meta.missingText}</p>}
      <button
        type="button"
        aria-label="地图边界说明"
        title="地图边界说明"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        i
      </button>
    </div>
  )
}
