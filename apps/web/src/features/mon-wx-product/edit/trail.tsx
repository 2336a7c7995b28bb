import type { WxProductDetail } from '@natim/contract/mon/wx-product'
import { formatNumber } from '@natim/domain/format'
import { Panel } from '@/ui/panel.tsx'
import { minuteText } from '../wx-text.ts'
import styles from './edit.module.css'

/** History of a product, newest first, with its texts and readers. */
export const Trail = ({ product }: { readonly product: WxProductDetail }) => (
  <>
    {product.days.length > 0 && (
      <Panel isFlush title="阅读" meta="截至每日，发布以来累计">
        <ul className={styles.list} aria-label="阅读统计">
          {product.days.toReversed().map(({ day, read, like, share, fav }) => (
            <li key={day}>
              <span className="num">{day}</span>
              <span className="num">阅读 {formatNumber(read)}</span>
              <span className="num">点赞 {formatNumber(like)}</span>
              <span className="num">分享 {formatNumber(share)}</span>
              <span className="num">收藏 {formatNumber(fav)}</span>
            </li>
          ))}
        </ul>
      </Panel>
    )}
    <Panel isFlush title="审核记录" meta={`共 ${product.versions.length} 个版本`}>
      <ul className={styles.list} aria-label="审核记录">
        {product.log.toReversed().map((line) => (
          <li key={line.id}>
            <span className="num">{minuteText(line.atMs)}</span>
            <b>{line.action}</b>
            <span>{line.who}</span>
            {line.note && <span className={styles.note}>{line.note}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  </>
)
