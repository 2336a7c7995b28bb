import { wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { formatNumber } from '@natim/domain/format'
import { useState } from 'react'
import { Link } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import { WX } from '../wx-text.ts'
import styles from './list.module.css'

const SPANS = [7, 30, 90] as const

/** Readers of recent publications, by publication day. */
export function Readers() {
  const [days, setDays] = useState<number>(30)
  const { data, error, refetch } = useEndpoint(wxProductEndpoints.stats, { query: { days } }, { staleTime: 0 })
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.switch} role="group" aria-label="统计范围">
          {SPANS.map((span) => (
            <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
              近 {span} 天
            </button>
          ))}
        </span>
      </div>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <BlockSkeleton height={280} />
      )}
    </>
  )
}

type Stats = NonNullable<ReturnType<typeof useEndpoint<typeof wxProductEndpoints.stats>>['data']>

function Figures({ data: { total, days, top } }: { readonly data: Stats }) {
  if (total.articles === 0) return <EmptyState title="该时段没有发布产品" hint="换一个范围再看" />
  const most = Math.max(1, ...days.map(({ read }) => read))
  const sums = [
    ['发布', total.articles],
    ['阅读', total.read],
    ['点赞', total.like],
    ['分享', total.share],
    ['收藏', total.fav],
  ] as const
  return (
    <>
      <dl className={styles.sums}>
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.readers}>
        <div>
          <h3>按发布日的阅读</h3>
          <ul className={styles.bars} aria-label="按发布日的阅读">
            {days.map(({ day, read, articles }) => (
              <li key={day} title={`${day}：${formatNumber(read)} 次阅读，${articles} 篇`}>
                <i style={{ blockSize: `${(read / most) * 100}%` }} />
              </li>
            ))}
          </ul>
          <p className={`num ${styles.axis}`}>
            <span>{days[0]?.day.slice(5)}</span>
            <span>最高 {formatNumber(most)}</span>
            <span>{days.at(-1)?.day.slice(5)}</span>
          </p>
        </div>
        <div>
          <h3>阅读最多</h3>
          <ol className={styles.top}>
            {top.map(({ id, title, stats }) => (
              <li key={id}>
                <Link to={WX.product(id)} title={title}>
                  {title}
                </Link>
                <span className="num">{formatNumber(stats.read)}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </>
  )
}
