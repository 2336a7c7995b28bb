import { formatNumber } from '@natim/domain/format'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import { Bar, Outline } from '@/ui/skeleton.tsx'
import { useIsPhone } from '../../lib/use-media.ts'
import { useListContext } from '../context.ts'
import { PAGE_SIZES } from '../list-state.ts'
import styles from './pager.module.css'

/** Always visible below the table: `{from}-{to} 共 {N} 条` (spec §9). */
export function Pager({ note }: { readonly note?: ReactNode }) {
  const { state, total, setPage, answer, printing } = useListContext()
  const isPhone = useIsPhone()
  if (!answer.hasData && !answer.error) {
    return (
      <Outline className={styles.pager}>
        <Bar width={112} className={styles.pages} />
        <Bar width={184} height={24} />
      </Outline>
    )
  }
  if (total === 0) return null
  return (
    <div className={styles.pager}>
      {note && <p className={styles.note}>{note}</p>}
      <Pagination
        className={styles.pages}
        size="small"
        current={state.page}
        pageSize={state.size}
        total={total}
        simple={isPhone}
        showQuickJumper={!isPhone}
        showSizeChanger={!isPhone}
        pageSizeOptions={[...PAGE_SIZES]}
        showTotal={(count, [from, to]) =>
          `${printing.printed ? 1 : from}-${printing.printed?.length ?? to} 共 ${formatNumber(count)} 条`
        }
        onChange={setPage}
      />
    </div>
  )
}
