import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import styles from './history.module.css'
import { rangeText } from './history-text.ts'
import type { HistoryView } from './use-history-view.ts'

/** Breadcrumb out of a zoom: each level is one step (domain §10.6). */
export function ZoomTrail({ view }: { readonly view: HistoryView }) {
  const { zoom, range } = view.state
  if (zoom.length === 0) return null
  return (
    <nav aria-label="缩放层级" className={styles.trail}>
      <Button size="small" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={view.back}>
        返回
      </Button>
      <ol>
        <li>
          <button type="button" className={styles.level} onClick={() => view.backTo(-1)}>
            {range === 'custom' ? '自定义' : range}
          </button>
        </li>
        {zoom.map(([fromMs, toMs], index) => (
          <li key={`${fromMs} ${toMs}`} aria-current={index === zoom.length - 1 || undefined}>
            {index === zoom.length - 1 ? (
              rangeText({ fromMs, toMs })
            ) : (
              <button type="button" className={styles.level} onClick={() => view.backTo(index)}>
                {rangeText({ fromMs, toMs })}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
