import { type LimitImpact as Impact, limitEndpoints } from '@natim/contract/mon/limit'
import { formatNumber } from '@natim/domain/format'
import { Link } from 'react-router'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import styles from './limit-impact.module.css'

/** What a change of the limit affects, below its value: rules, channels and active alarms. */
export function LimitImpact({ limitId }: { readonly limitId: string }) {
  const { data, isError } = useEndpoint(limitEndpoints.impact, { query: { id: limitId } })
  if (isError) return <p className={styles.line}>影响范围没有读到，保存后仍会生效</p>
  if (!data) return <p className={styles.line}>正在读取影响范围…</p>
  return (
    <div className={styles.impact} role="status" aria-label="修改的影响">
      <p className={styles.line}>{findingOf(data)}</p>
      {data.rules.length > 0 && (
        <ul className={styles.rules}>
          {data.rules.map((rule) => (
            <RuleLine key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </div>
  )
}

function findingOf({ isInForce, rules, channels, stations, provinces }: Impact): string {
  if (!isInForce) return '所属限值集今天不参与判定，修改不影响现在的报警'
  if (rules.length === 0) return '没有启用的规则使用这一限值'
  const reach = `${formatNumber(channels)} 个通道、${formatNumber(stations)} 个站点、${formatNumber(provinces)} 个省份`
  return `修改将影响 ${formatNumber(rules.length)} 条规则：${reach}`
}

function RuleLine({ rule: { id, code, name, channels, activeAlarms } }: { readonly rule: Impact['rules'][number] }) {
  const mayRead = useCan('mon:rule:view')
  return (
    <li className={styles.rule}>
      {mayRead ? <Link to={`/mon/alarm/rule/${id}`}>{code}</Link> : <span>{code}</span>}
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <span className={styles.count}>
        {formatNumber(channels)} 个通道
        {activeAlarms > 0 && <b className={styles.active}>，{formatNumber(activeAlarms)} 起报警将重新判定</b>}
      </span>
    </li>
  )
}
