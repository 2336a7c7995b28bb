import { DeleteOutlined, FileTextOutlined } from '@ant-design/icons'
import type { SavedQuery } from '@natim/contract/super-query'
import { Button } from 'antd'
import styles from './advanced-query.module.css'

export interface SavedListProps {
  readonly queries: readonly SavedQuery[]
  readonly onLoad: (query: SavedQuery) => void
  readonly onRemove: (query: SavedQuery) => void
}

/** Queries saved on this machine; a click loads one (WG-158). */
export function SavedList({ queries, onLoad, onRemove }: SavedListProps) {
  return (
    <section className={styles.saved} aria-label="已存查询">
      <h3 className={styles.savedHead}>
        已存查询 <span className="t-caption">{queries.length}</span>
      </h3>
      {queries.length === 0 && <p className={styles.none}>暂无，填好条件后点「保存查询」</p>}
      <ul>
        {queries.map((query) => (
          <li key={query.title} className={styles.savedItem}>
            <button type="button" className={styles.load} onClick={() => onLoad(query)}>
              <FileTextOutlined aria-hidden />
              <span className={styles.savedName}>
                <span className="ellipsis" title={query.title}>
                  {query.title}
                </span>
                <span className="t-caption">
                  {query.matchType === 'and' ? '满足全部' : '满足任一'} · {query.records.length} 个条件
                </span>
              </span>
            </button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`删除查询 ${query.title}`}
              onClick={() => onRemove(query)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
