import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import styles from './map.module.css'

export interface MapControlsProps {
  readonly onZoomIn: () => void
  readonly onZoomOut: () => void
  /** Returns to the whole country. */
  readonly onReset: () => void
  /** More buttons below. */
  readonly children?: ReactNode
}

/** Zoom buttons at the upper right of the map. */
export function MapControls({ onZoomIn, onZoomOut, onReset, children }: MapControlsProps) {
  return (
    <div className={styles.controls}>
      <button type="button" aria-label="放大" title="放大" onClick={onZoomIn}>
        <PlusOutlined />
      </button>
      <button type="button" aria-label="缩小" title="缩小" onClick={onZoomOut}>
        <MinusOutlined />
      </button>
      <button type="button" aria-label="全国范围" title="全国范围" onClick={onReset}>
        <AimOutlined />
      </button>
      {children}
    </div>
  )
}
