import { PAGE_SIZE, PAGE_SIZE_OPTIONS } from '@natim/contract/constants'
import { Pagination } from 'antd'
import { useIsPhone } from '@/lib/use-media.ts'
import styles from '../grid.module.css'

export interface GridPage {
  readonly current: number
  readonly pageSize?: number
  readonly total: number
}

interface GridPagerProps {
  readonly page: GridPage
  readonly isDisabled: boolean
  readonly onChange: ((page: { readonly current: number; readonly pageSize: number }) => void) | undefined
}

/** Pager of a grid with paged rows (WG-204). */
export function GridPager({ page, isDisabled, onChange }: GridPagerProps) {
  const isPhone = useIsPhone()
  const { current, pageSize = PAGE_SIZE, total } = page
  return (
    <div className={styles.pager}>
      <Pagination
        size="small"
        current={current}
        pageSize={pageSize}
        total={total}
        disabled={isDisabled}
        simple={isPhone}
        showSizeChanger={!isPhone}
        showQuickJumper={!isPhone}
        pageSizeOptions={[...PAGE_SIZE_OPTIONS]}
        showTotal={(count, [from, to]) => `${from}-${to} 共 ${count} 条`}
        onChange={(nextPage, size) => onChange?.({ current: size === pageSize ? nextPage : 1, pageSize: size })}
      />
    </div>
  )
}
