import type { LogRow } from '@natim/contract/system/log'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import type { ReactNode } from 'react'
import { type LineDetail, readDetail } from './line-detail.ts'
import styles from './log-details.module.css'

/** Stored detail of a line: the call, its input, and both sides of the change. */
export function LogDetails({ row }: { readonly row: LogRow }) {
  const { requestType, method, costTime, requestParam, objectId, detail } = row
  const { changes, rest } = readDetail(detail)
  return (
    <dl className={styles.details}>
      <Fact title="日志内容">{row.logContent}</Fact>
      <Fact title="请求方法">
        {/* Device sign-ins and job runs have no call. */}
        <code>{[requestType, method].filter(Boolean).join(' ') || NO_VALUE}</code>
      </Fact>
      <Fact title="耗时">{costTime === null ? NO_VALUE : `${formatNumber(costTime)} ms`}</Fact>
      <Fact title="来源">{[row.username, row.userid, row.ip].filter(Boolean).join(' · ') || NO_VALUE}</Fact>
      {objectId && (
        <Fact title="对象编号">
          <code>{objectId}</code>
        </Fact>
      )}
      <Fact title="请求参数">
        {requestParam ? <pre className={styles.code}>{pretty(requestParam)}</pre> : NO_VALUE}
      </Fact>
      {changes.length > 0 && (
        <Fact title="变更内容">
          <Changes changes={changes} />
        </Fact>
      )}
      {rest !== undefined && (
        <Fact title="其他信息">
          <pre className={styles.code}>{rest}</pre>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </>
)

const Changes = ({ changes }: Pick<LineDetail, 'changes'>) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">字段</th>
        <th scope="col">变更前</th>
        <th scope="col">变更后</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ key, before, after }) => (
        <tr key={key}>
          <th scope="row">{key}</th>
          <td>{before || NO_VALUE}</td>
          <td>{after || NO_VALUE}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** JSON with one line per key; truncated text is no longer JSON and stays as it is. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
