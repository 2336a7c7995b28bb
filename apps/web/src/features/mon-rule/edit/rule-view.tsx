import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { Button } from 'antd'
import { goTo } from '@/lib/address.tsx'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import { BacktestPanel } from '../backtest/backtest-panel.tsx'
import { copyOf } from '../paths.ts'
import styles from './edit.module.css'
import { bodyOfDraft, draftOfRow } from './rule-draft.ts'
import { RuleHead } from './rule-head.tsx'
import { SentencePanel } from './sentence-panel.tsx'

interface ViewProps {
  readonly row: RuleRow
  readonly onChanged: () => void
}

/** Read-only text of the rule: for users without the edit permission, and on a phone. */
export function RuleView({ row, onChanged }: ViewProps) {
  const mayCopy = R.useMay(rule.endpoints.create)
  const body = bodyOfDraft(draftOfRow(row))
  return (
    <div className={styles.view}>
      <RuleHead title={row.name} code={row.code} row={row} onChanged={onChanged} />
      {body && <SentencePanel body={body} />}
      {(row.guide || row.checklist.length > 0) && (
        <Panel title="处置">
          {row.guide && <p className={styles.guideText}>{row.guide}</p>}
          <ul className={styles.checks}>
            {row.checklist.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Panel>
      )}
      <BacktestPanel body={body} />
      {mayCopy && (
        <p>
          <Button onClick={() => goTo(copyOf(row.id))}>复制为新规则</Button>
        </p>
      )}
    </div>
  )
}
