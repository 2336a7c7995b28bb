import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type WxProduct, wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { DAY_MS, formatGmt8, gmt8Fields, parseGmt8 } from '@natim/domain/time'
import { WX_PRODUCT_STATES } from '@natim/domain/wx-product'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { minuteText, WX } from '../wx-text.ts'
import styles from './list.module.css'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']
const MAX_SHOWN = 3
/** Reaches into the next month from any day of the current one. */
const MONTH_MS = 32 * DAY_MS

const startOfMonth = (ms: number) => parseGmt8(`${formatGmt8(ms).slice(0, 7)}-01 00:00:00`) ?? ms
const nextMonth = (ms: number) => startOfMonth(startOfMonth(ms) + MONTH_MS)
const releaseOf = ({ publishMs, scheduleMs }: WxProduct) => publishMs ?? scheduleMs ?? 0

/** Published and scheduled products in a month calendar. */
export function ReleaseCalendar() {
  const [anchorMs, setAnchor] = useState(serverNow)
  const [from, to] = [startOfMonth(anchorMs), nextMonth(anchorMs)]
  const { data, error, refetch } = useEndpoint(wxProductEndpoints.calendar, { query: { from, to } }, { staleTime: 0 })
  return (
    <>
      <div className={styles.bar}>
        <Button
          size="small"
          icon={<LeftOutlined />}
          aria-label="上个月"
          onClick={() => setAnchor(startOfMonth(from - DAY_MS))}
        />
        <b className="num">{formatGmt8(from).slice(0, 7)}</b>
        <Button size="small" icon={<RightOutlined />} aria-label="下个月" onClick={() => setAnchor(to)} />
        <Button size="small" onClick={() => setAnchor(serverNow())}>
          今天
        </Button>
      </div>
      {data ? (
        <Month fromMs={from} toMs={to} products={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <BlockSkeleton height={420} />
      )}
    </>
  )
}

interface MonthProps {
  readonly fromMs: number
  readonly toMs: number
  readonly products: readonly WxProduct[]
}

function Month({ fromMs, toMs, products }: MonthProps) {
  const days = Array.from({ length: Math.round((toMs - fromMs) / DAY_MS) }, (_, index) => fromMs + index * DAY_MS)
  // Weeks start on Monday.
  const blanks = (gmt8Fields(fromMs).weekday + 6) % 7
  return (
    <div className={styles.calendar}>
      {WEEKDAYS.map((name) => (
        <span key={name} className={styles.weekday} aria-hidden>
          {name}
        </span>
      ))}
      {Array.from({ length: blanks }, (_, index) => (
        <span key={`blank-${index}`} aria-hidden />
      ))}
      {days.map((dayMs) => (
        <Day
          key={dayMs}
          dayMs={dayMs}
          products={products.filter((one) => releaseOf(one) > dayMs && releaseOf(one) <= dayMs + DAY_MS)}
        />
      ))}
    </div>
  )
}

function Day({ dayMs, products }: { readonly dayMs: number; readonly products: readonly WxProduct[] }) {
  const date = formatGmt8(dayMs).slice(0, 10)
  const isToday = date === formatGmt8(serverNow()).slice(0, 10)
  return (
    <section
      className={styles.day}
      aria-label={`${date.slice(5)}，${products.length} 个`}
      data-today={isToday || undefined}
    >
      <h3>{date.slice(8)}</h3>
      <ul>
        {products.slice(0, MAX_SHOWN).map((product) => (
          <li key={product.id} data-state={product.state}>
            <Link to={WX.product(product.id)} title={`${product.title}，${WX_PRODUCT_STATES[product.state]}`}>
              <span className="num">{minuteText(releaseOf(product)).slice(6)}</span> {product.title}
            </Link>
          </li>
        ))}
        {products.length > MAX_SHOWN && <li className={styles.more}>另 {products.length - MAX_SHOWN} 个</li>}
      </ul>
    </section>
  )
}
