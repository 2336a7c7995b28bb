import type { RuleBody } from '@natim/domain/alarm/rule'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './backtest.module.css'
import { differencesOf } from './rule-diff.ts'

interface DiffProps {
  readonly before: RuleBody
  readonly after: RuleBody
  /** Number of the stored version. */
  readonly version: number
}

/** 与 v7 的差别: one line per changed item. */
export function DiffTable({ before, after, version }: DiffProps) {
  const rows = differencesOf(before, after)
  if (rows.length === 0) return null
  return (
    <table className={styles.diff}>
      <caption>与 v{version} 的差别</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">v{version}</th>
          <th scope="col">现在</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, severity, item, from, to }) => (
          <tr key={key}>
            <th scope="row">
              {severity !== undefined && <SeverityGlyph level={severity} size={13} isDecorative />} {item}
            </th>
            <td>{from}</td>
            <td className={styles.now}>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
