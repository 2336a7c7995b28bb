import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { formatNumber } from '@natim/domain/format'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { EnableSwitch } from './list/enable-switch.tsx'
import { alarmsOfPath, rulePath } from './paths.ts'

/** 报警规则 as shown in its list. */
export const rules = R.fromContract(rule, {
  fields: {
    name: { render: (row) => <Link to={rulePath(row.id)}>{row.name}</Link> },
    enabled: { render: (row) => <EnableSwitch row={row} /> },
    version: { render: (row) => `v${row.version}` },
    sentence: { render: (row) => <Sentence row={row} /> },
    openCount: { render: (row) => <OpenAlarms row={row} /> },
  },
})

/** One line; the full text is in the tooltip. */
function Sentence({ row }: { readonly row: RuleRow }) {
  return (
    <span className="ellipsis" title={row.sentence} style={{ display: 'block' }}>
      {row.sentence.split('\n').join(' ')}
    </span>
  )
}

function OpenAlarms({ row }: { readonly row: RuleRow }) {
  if (row.openCount === 0) return <span className="t-tertiary">0</span>
  return (
    <Link to={alarmsOfPath(row.id)} aria-label={`${row.name} 的未关闭报警 ${row.openCount} 条`}>
      {formatNumber(row.openCount)}
    </Link>
  )
}
