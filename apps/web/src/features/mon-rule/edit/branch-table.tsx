import { DeleteOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { SEVERITY, type Severity } from '@natim/contract/dict'
import type { RuleMatch } from '@natim/contract/mon/rule'
import { MAX_BRANCHES, subjectsOf } from '@natim/domain/alarm/rule'
import { keysOf } from '@natim/domain/record'
import { Button, Dropdown } from 'antd'
import { use } from 'react'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import { ClearControls, ConditionControls } from './branch-controls.tsx'
import { CompositeConditions } from './composite-conditions.tsx'
import styles from './edit.module.css'
import { ChoiceField, DurationField, IssuesContext } from './fields.tsx'
import { type DraftBranch, replaced, withBranch } from './rule-draft.ts'

type Type = DraftBranch['type']

const TYPE_NAMES: Readonly<Record<Type, string>> = {
  limit: '限值',
  threshold: '阈值',
  rate: '变化率',
  deviation: '偏离基线',
  nodata: '无数据',
  stuck: '数值僵死',
  toxicLoad: '空气毒性等级',
  index: '空气质量指数',
  status: '设备状态',
  event: '设备事件',
  composite: '组合条件',
  cluster: '多站汇聚',
}
const LEVELS = ([1, 2, 3, 4, 5] as const).map((level) => ({
  value: level,
  label: (
    <span className={styles.level}>
      <SeverityGlyph level={level} size={13} isDecorative />
      {SEVERITY[level]}
    </span>
  ),
}))

interface TableProps {
  readonly branches: readonly DraftBranch[]
  /** Unit of the only metric in scope. */
  readonly unit: string
  readonly warnings: RuleMatch['warnings']
  readonly onChange: (branches: readonly DraftBranch[]) => void
}

/** 级别分支: most severe first, each with its raise and clear conditions. */
export function BranchTable({ branches, unit, warnings, onChange }: TableProps) {
  const problem = use(IssuesContext).find(({ path }) => path === 'branches')?.message
  return (
    <section className={styles.section} aria-label="级别分支">
      <h3 className={styles.sectionTitle}>
        级别分支 <span className="t-caption">有效样本 ≥ 75 % 才判定，由重到轻取先满足的一支</span>
      </h3>
      <div className={styles.branchHead} aria-hidden>
        <span>级别</span>
        <span>达到</span>
        <span>升级</span>
        <span>降级或恢复</span>
      </div>
      <ol className={styles.branches} ref={listenForMoves}>
        {branches.map((branch, index) => (
          <BranchRow
            // Branches have no ids; their order identifies them.
            key={index}
            branch={branch}
            index={index}
            unit={unit}
            warnings={warnings.filter((warning) => warning.branch === index)}
            onChange={(part) => onChange(replaced(branches, index, part))}
            onRemove={() => onChange(branches.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <AddBranch branches={branches} onChange={onChange} />
    </section>
  )
}

function AddBranch({ branches, onChange }: Pick<TableProps, 'branches' | 'onChange'>) {
  const used = branches.map(({ type }) => type)
  // A cluster folds alarms of other branches, so it cannot be the first, and there is at most one.
  const types = keysOf(TYPE_NAMES).filter((type) =>
    type === 'cluster' ? used.length > 0 && !used.includes(type) : subjectsOf([...used, type]).length <= 1,
  )
  const isFull = branches.length >= MAX_BRANCHES
  return (
    <p className={styles.add} data-field="branches">
      <Dropdown
        trigger={['click']}
        disabled={isFull}
        menu={{
          items: types.map((type) => ({ key: type, label: TYPE_NAMES[type] })),
          onClick: ({ key }) => onChange(withBranch(branches, key as Type)),
        }}
      >
        <Button type="link" size="small" icon={<PlusOutlined aria-hidden />} disabled={isFull}>
          添加分支
        </Button>
      </Dropdown>
      <span className="t-caption">
        {branches.length} / {MAX_BRANCHES} 支
      </span>
    </p>
  )
}

interface RowProps {
  readonly branch: DraftBranch
  readonly index: number
  readonly unit: string
  readonly warnings: RuleMatch['warnings']
  readonly onChange: (part: Readonly<Record<string, unknown>>) => void
  readonly onRemove: () => void
}

function BranchRow({ branch, index, unit, warnings, onChange, onRemove }: RowProps) {
  const at = (key: string) => `branches.${index}.${key}`
  const named = (what: string) => `分支 ${index + 1} ${what}`
  const controls = { branch, unit, at, named, onChange }
  return (
    <li className={styles.branch} data-branch={index}>
      <ChoiceField<Severity>
        path={at('severity')}
        label={named('级别')}
        className={styles.severity ?? ''}
        suffixIcon={null}
        options={LEVELS}
        value={branch.severity}
        onChange={(severity) => onChange({ severity })}
      />
      <span className={styles.condition}>
        <ConditionControls {...controls} />
      </span>
      <span className={styles.part}>
        {branch.type === 'cluster' ? (
          <span className={styles.word}>先后报警</span>
        ) : (
          <>
            <span className={styles.word}>{branch.type === 'nodata' ? '达' : '持续'}</span>
            <DurationField
              path={at('forS')}
              label={named('持续时间')}
              value={branch.forS}
              onChange={(forS) => onChange({ forS })}
            />
          </>
        )}
      </span>
      <span className={styles.part}>
        <ClearControls {...controls} />
        <DurationField
          path={at('clearForS')}
          label={named('恢复时间')}
          value={branch.clearForS}
          onChange={(clearForS) => onChange({ clearForS })}
        />
      </span>
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        aria-label={`删除分支 ${index + 1}`}
        onClick={onRemove}
      />
      {branch.type === 'composite' && <CompositeConditions {...controls} branch={branch} />}
      {warnings.map(({ code, text }) => (
        <p key={code} className={styles.warning} role="status">
          <WarningOutlined aria-hidden />
          {text}
        </p>
      ))}
    </li>
  )
}

/** Alt with arrow keys moves to the same control of the previous or next branch. */
function listenForMoves(list: HTMLOListElement | null): (() => void) | undefined {
  list?.addEventListener('keydown', moveBetween)
  return () => list?.removeEventListener('keydown', moveBetween)
}

function moveBetween(event: KeyboardEvent): void {
  const { altKey, key, target } = event
  if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown') || !(target instanceof HTMLElement)) return
  const row = target.closest('[data-branch]')
  const other = key === 'ArrowUp' ? row?.previousElementSibling : row?.nextElementSibling
  const field = target.closest('[data-field]')?.getAttribute('data-field')?.split('.').at(-1)
  const there = other?.querySelector<HTMLElement>(`[data-field$=".${field ?? ''}"] input`)
  if (!there) return
  event.preventDefault()
  there.focus()
}
