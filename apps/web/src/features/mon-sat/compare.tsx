import type { SatProduct } from '@natim/contract/mon/sat'
import { Slider } from 'antd'
import { useState } from 'react'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import styles from './product.module.css'
import { secondText } from './sat-text.ts'
import { usePicture } from './use-picture.ts'

export interface CompareProps {
  readonly before: SatProduct
  readonly after: SatProduct
}

/** Two pictures on top of each other: a line to swipe, and the opacity of the upper one. */
export function Compare({ before, after }: CompareProps) {
  const [share, setShare] = useState(50)
  const [opacity, setOpacity] = useState(100)
  const below = usePicture(before.id, 'file')
  const above = usePicture(after.id, 'file')
  if (below.hasFailed || above.hasFailed) return <p className={styles.failed}>图片无法显示：没有下载权限或文件已不在</p>
  if (!below.url || !above.url) return <BlockSkeleton height={320} />
  return (
    <div className={styles.compare}>
      <div className={styles.stage}>
        <img src={below.url} alt={`${before.name}（前）`} />
        <img
          src={above.url}
          alt={`${after.name}（后）`}
          style={{ clipPath: `inset(0 0 0 ${share}%)`, opacity: opacity / 100 }}
        />
        <span className={styles.swipe} style={{ insetInlineStart: `${share}%` }} aria-hidden />
        <span className={styles.label}>前 {secondText(before.tsMs)}</span>
        <span className={`${styles.label} ${styles.after}`}>后 {secondText(after.tsMs)}</span>
        <input
          type="range"
          aria-label="卷帘位置"
          min={0}
          max={100}
          step={1}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
        />
      </div>
      <div className={styles.opacity}>
        <span id="sat-opacity">上层不透明度</span>
        <Slider
          ariaLabelledByForHandle="sat-opacity"
          min={0}
          max={100}
          value={opacity}
          onChange={setOpacity}
          tooltip={{ formatter: (value) => `${value}%` }}
        />
        <span className="num">{opacity}%</span>
      </div>
    </div>
  )
}
