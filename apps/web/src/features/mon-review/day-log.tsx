import type { ReviewDay } from '@natim/contract/mon/review'
import { formatShortTime } from '@natim/domain/format'
import { MarkRows } from '@/widgets/sample-marks/mark-rows.tsx'
import styles from './day.module.css'

const ACTION: Readonly<Record<ReviewDay['lines'][number]['action'], string>> = {
  review: '审核通过',
  withdraw: '退回待审',
  approve: '批准',
  reopen: '撤回批准',
  revise: '数据修订',
}

/** Decisions on the day and its samples, newest first. */
export function DayLog({ data }: { readonly data: ReviewDay }) {
  const { marks, lines, state } = data
  return (
    <div className={styles.logBox}>
      <table className={styles.log} aria-label="修订记录">
        <thead>
          <tr>
            <th scope="col">修订记录</th>
            <th scope="col">时间</th>
            <th scope="col">操作人</th>
            <th scope="col">原因与影响</th>
            <th scope="col">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <MarkRows marks={marks} isLocked={state === 'approved'} />
          {lines.map(({ id, action, note, userName, atMs }) => (
            <tr key={id}>
              <td>{ACTION[action]}</td>
              <td>{formatShortTime(atMs)}</td>
              <td>{userName}</td>
              <td colSpan={2}>{note}</td>
            </tr>
          ))}
          {marks.length + lines.length === 0 && (
            <tr>
              <td colSpan={5} className="t-caption">
                尚无修订
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}
