import type { RuleMatch } from '@natim/contract/mon/rule'
import { rule } from '@natim/contract/mon/rule.resource'
import { subjectsOf } from '@natim/domain/alarm/rule'
import { metricByCode } from '@natim/domain/metrics'
import { Form, Input, Segmented } from 'antd'
import { Panel } from '@/ui/panel.tsx'
import { BranchTable } from './branch-table.tsx'
import styles from './edit.module.css'
import { Field } from './fields.tsx'
import { CorroborationPart, GuidePart, RecoveryPart } from './follow-up.tsx'
import type { RuleDraft } from './rule-draft.ts'
import { MatchLine, ScopeField } from './scope-field.tsx'

interface FormProps {
  readonly draft: RuleDraft
  readonly isNew: boolean
  /** Channels matched by the scope; undefined while unknown. */
  readonly match: RuleMatch | undefined
  readonly onChange: (part: Partial<RuleDraft>) => void
}

/** 规则内容: name, scope, branches and follow-up. */
export function RuleForm({ draft, isNew, match, onChange }: FormProps) {
  const isDevice = subjectsOf(draft.branches.map(({ type }) => type)).includes('device')
  return (
    <Panel title="规则内容">
      <Basics draft={draft} isNew={isNew} onChange={onChange} />
      <section className={styles.section} aria-label="作用范围">
        <h3 className={styles.sectionTitle}>
          作用范围 <span className="t-caption">满足全部条件的{isDevice ? '设备' : '通道'}</span>
        </h3>
        <ScopeField scope={draft.scope} onChange={(scope) => onChange({ scope })} />
        <MatchLine match={match} isDevice={isDevice} />
      </section>
      <BranchTable
        branches={draft.branches}
        unit={unitOf(draft)}
        warnings={match?.warnings ?? []}
        onChange={(branches) => onChange({ branches })}
      />
      <div className={styles.halves}>
        <CorroborationPart draft={draft} onChange={onChange} />
        <RecoveryPart draft={draft} onChange={onChange} />
      </div>
      <GuidePart draft={draft} onChange={onChange} />
    </Panel>
  )
}

/** Unit of the metrics in scope, if they share one. */
function unitOf({ scope }: RuleDraft): string {
  const units = new Set((scope.metricCodes ?? []).map((code) => metricByCode(code)?.unit ?? ''))
  return units.size === 1 ? ([...units][0] ?? '') : ''
}

type BasicsProps = Omit<FormProps, 'match'>

function Basics({ draft, isNew, onChange }: BasicsProps) {
  return (
    <Form layout="vertical" component={false} requiredMark>
      <div className={styles.basics}>
        <Form.Item label="规则名称" required htmlFor="rule-name">
          <Field path="name" className={styles.block ?? ''}>
            {({ status, describedBy }) => (
              <Input
                id="rule-name"
                aria-describedby={describedBy}
                maxLength={rule.form.shape.name.maxLength ?? 80}
                {...(status && { status })}
                value={draft.name}
                onChange={({ target }) => onChange({ name: target.value })}
              />
            )}
          </Field>
        </Form.Item>
        <Form.Item label="规则编号" required htmlFor="rule-code">
          <Field path="code" className={styles.block ?? ''}>
            {({ status, describedBy }) => (
              <Input
                id="rule-code"
                aria-describedby={describedBy}
                disabled={!isNew}
                {...(status && { status })}
                value={draft.code}
                onChange={({ target }) => onChange({ code: target.value })}
              />
            )}
          </Field>
        </Form.Item>
        <Form.Item label="场所" required>
          <Field path="place">
            {() => (
              <Segmented<RuleDraft['place']>
                aria-label="场所"
                options={[
                  { value: 'public', label: '公众' },
                  { value: 'work', label: '作业场所' },
                ]}
                value={draft.place}
                onChange={(place) => onChange({ place })}
              />
            )}
          </Field>
        </Form.Item>
      </div>
    </Form>
  )
}
