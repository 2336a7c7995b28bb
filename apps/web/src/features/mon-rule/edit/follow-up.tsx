import { SEVERITY, type Severity } from '@natim/contract/dict'
import { spanText } from '@natim/domain/alarm/comparison'
import { DEFAULT_ESCALATION, type EscalationStep } from '@natim/domain/alarm/rule'
import { Checkbox, Input, Segmented } from 'antd'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './edit.module.css'
import { ChoiceField, DurationField, Field, NumberField } from './fields.tsx'
import type { RuleDraft } from './rule-draft.ts'

interface PartProps {
  readonly draft: RuleDraft
  readonly onChange: (part: Partial<RuleDraft>) => void
}

const LEVELS = [1, 2, 3, 4, 5] as const
const CAPS = ([2, 3, 4, 5] as const).map((value) => ({ value, label: SEVERITY[value] }))
const FIRST_CORROBORATION = { neighbours: 1, radiusKm: 5, capSeverity: 4, verifyS: 600 } as const

/** 印证: other devices must agree before the severity is raised. */
export function CorroborationPart({ draft: { corroborate }, onChange }: PartProps) {
  const change = (part: object) => corroborate && onChange({ corroborate: { ...corroborate, ...part } })
  return (
    <section className={styles.section} aria-label="印证">
      <h3 className={styles.sectionTitle}>印证</h3>
      <Checkbox
        checked={corroborate !== null && corroborate !== undefined}
        onChange={({ target }) => onChange({ corroborate: target.checked ? FIRST_CORROBORATION : null })}
      >
        须有邻近设备同步升高
      </Checkbox>
      {corroborate && (
        <>
          <div className={styles.line}>
            <NumberField
              path="corroborate.radiusKm"
              label="印证半径"
              unit="km"
              min={0}
              value={corroborate.radiusKm}
              onChange={(radiusKm) => change({ radiusKm })}
            />
            内另有
            <NumberField
              path="corroborate.neighbours"
              label="印证设备数"
              unit="台"
              min={1}
              value={corroborate.neighbours}
              onChange={(neighbours) => change({ neighbours })}
            />
          </div>
          <div className={styles.line}>
            印证前不高于
            <ChoiceField<Severity>
              path="corroborate.capSeverity"
              label="印证前最高级别"
              options={CAPS}
              value={corroborate.capSeverity ?? 4}
              onChange={(capSeverity) => change({ capSeverity })}
            />
          </div>
          <div className={styles.line}>
            仍超限且
            <DurationField
              path="corroborate.verifyS"
              label="核实时限"
              value={corroborate.verifyS ?? 600}
              onChange={(verifyS) => change({ verifyS })}
            />
            内无人核实，升至重大
          </div>
        </>
      )}
    </section>
  )
}

/** 恢复与通知: clearing and escalation. */
export function RecoveryPart({ draft, onChange }: PartProps) {
  const { autoClear, latch, escalate } = draft
  return (
    <section className={styles.section} aria-label="恢复与通知">
      <h3 className={styles.sectionTitle}>恢复与通知</h3>
      <div className={styles.line}>
        <Field path="autoClear">
          {() => (
            <Checkbox checked={autoClear} onChange={({ target }) => onChange({ autoClear: target.checked })}>
              自动恢复
            </Checkbox>
          )}
        </Field>
        <Field path="latch">
          {() => (
            <Checkbox checked={latch} onChange={({ target }) => onChange({ latch: target.checked })}>
              恢复后仍须确认
            </Checkbox>
          )}
        </Field>
      </div>
      <div className={styles.line}>
        升级
        <Segmented
          size="small"
          options={[
            { value: 'default', label: '全网默认' },
            { value: 'own', label: '自定' },
          ]}
          value={escalate ? 'own' : 'default'}
          onChange={(kind) => onChange({ escalate: kind === 'own' ? ownEscalation(draft) : null })}
        />
      </div>
      <ul className={styles.steps}>
        {LEVELS.filter((level) => draft.branches.some(({ severity }) => severity === level)).map((level) => (
          <li key={level}>
            <SeverityGlyph level={level} size={13} />
            {escalate ? (
              <OwnSteps
                level={level}
                steps={escalate[level] ?? []}
                onChange={(steps) => onChange({ escalate: { ...escalate, [level]: steps } })}
              />
            ) : (
              <span>{stepsText(DEFAULT_ESCALATION[level])}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const ownEscalation = ({ branches }: RuleDraft): RuleDraft['escalate'] =>
  Object.fromEntries(
    [...new Set(branches.map(({ severity }) => severity))].map((level) => [
      level,
      DEFAULT_ESCALATION[level].map((step) => ({ ...step })),
    ]),
  )

const ROLES = [
  { value: 'prov_duty', label: '省级值班' },
  { value: 'nat_duty', label: '国家值班' },
  { value: 'nat_admin', label: '国家管理员' },
  { value: 'station_ops', label: '运维人员' },
]
const roleName = (code: string) => ROLES.find(({ value }) => value === code)?.label ?? code
const stepsText = (steps: readonly EscalationStep[]) =>
  steps.length === 0
    ? '不升级'
    : steps.map(({ afterS, toRole }) => `${spanText(afterS)} ${roleName(toRole)}`).join('，')

interface StepsProps {
  readonly level: Severity
  readonly steps: readonly EscalationStep[]
  readonly onChange: (steps: readonly EscalationStep[]) => void
}
const MAX_STEPS = 5

function OwnSteps({ level, steps, onChange }: StepsProps) {
  const named = (index: number, what: string) => `${SEVERITY[level]} 第 ${index + 1} 步 ${what}`
  const at = (index: number, key: string) => `escalate.${level}.${index}.${key}`
  const change = (index: number, part: Partial<EscalationStep>) =>
    onChange(steps.map((step, i) => (i === index ? { ...step, ...part } : step)))
  return (
    <span className={styles.ownSteps}>
      {steps.map((step, index) => (
        // Steps have no ids; their order identifies them.
        <span key={index} className={styles.step}>
          <DurationField
            path={at(index, 'afterS')}
            label={named(index, '时间')}
            value={step.afterS}
            onChange={(afterS) => change(index, { afterS })}
          />
          <ChoiceField<string>
            path={at(index, 'toRole')}
            label={named(index, '角色')}
            options={ROLES}
            value={step.toRole}
            onChange={(toRole) => change(index, { toRole })}
          />
          <button
            type="button"
            className={styles.remove}
            aria-label={named(index, '删除')}
            onClick={() => onChange(steps.filter((_, i) => i !== index))}
          >
            ×
          </button>
        </span>
      ))}
      {steps.length < MAX_STEPS && (
        <button
          type="button"
          className={styles.more}
          aria-label={`${SEVERITY[level]} 添加一步`}
          onClick={() => onChange([...steps, { afterS: (steps.at(-1)?.afterS ?? 0) + 300, toRole: 'nat_duty' }])}
        >
          + 一步
        </button>
      )}
    </span>
  )
}

const MAX_LINES = 20

/** 处置: guidance and checklist for the officer. */
export function GuidePart({ draft: { guide, checklist }, onChange }: PartProps) {
  return (
    <section className={styles.section} aria-label="处置">
      <h3 className={styles.sectionTitle}>处置</h3>
      <Field path="guide" className={styles.block ?? ''}>
        {({ status, describedBy }) => (
          <Input.TextArea
            aria-label="处置建议"
            aria-describedby={describedBy}
            placeholder="处置建议：值班员在报警里看到的话"
            autoSize={{ minRows: 2, maxRows: 8 }}
            {...(status && { status })}
            value={guide}
            onChange={({ target }) => onChange({ guide: target.value })}
          />
        )}
      </Field>
      <Field path="checklist" className={styles.block ?? ''}>
        {({ status, describedBy }) => (
          <Input.TextArea
            aria-label="检查项"
            aria-describedby={describedBy}
            placeholder={`检查项：每行一条，最多 ${MAX_LINES} 条`}
            autoSize={{ minRows: 2, maxRows: 8 }}
            {...(status && { status })}
            value={checklist.join('\n')}
            onChange={({ target }) => onChange({ checklist: target.value === '' ? [] : target.value.split('\n') })}
          />
        )}
      </Field>
    </section>
  )
}
