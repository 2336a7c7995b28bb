import { type ReactNode, useState } from 'react'
import styles from './map-page.module.css'

const HEIGHTS = ['low', 'half', 'full'] as const
const NEXT = { low: '展开列表', half: '列表全屏', full: '收起列表' } as const

/** The list on a phone: a sheet over the map with three heights, stepped by its handle. */
export function PhoneSheet({ children }: { readonly children: ReactNode }) {
  const [height, setHeight] = useState<(typeof HEIGHTS)[number]>('low')
  return (
    <div className={styles.sheet} data-height={height}>
      <button
        type="button"
        className={styles.grip}
        aria-label={NEXT[height]}
        aria-expanded={height !== 'low'}
        onClick={() => setHeight(HEIGHTS[(HEIGHTS.indexOf(height) + 1) % HEIGHTS.length] ?? 'low')}
      />
      {children}
    </div>
  )
}
